import { lazy, Suspense } from 'react';
import type { BatchSettings } from './batch-settings.ts';
import { useOpenBatches } from './open-batches.ts';

const BatchStrip = lazy(() => import('./BatchStrip.tsx'));
const BatchCard = lazy(() => import('./BatchCard.tsx'));
const FolderButton = lazy(() => import('./FolderButton.tsx'));

interface LazyBatchProps {
  readonly tool: string;
  readonly settings: BatchSettings | undefined;
  readonly idle: boolean;
}

const useBatch = (tool: string) => useOpenBatches(({ batches }) => batches.get(tool));

export function LazyBatchStrip({ tool, settings, idle }: LazyBatchProps) {
  const batch = useBatch(tool);
  if (!batch || !settings) return null;
  return (
    <Suspense fallback={<div className="batch-strip" />}>
      <BatchStrip batch={batch} settings={settings} idle={idle} />
    </Suspense>
  );
}

export function LazyBatchCard({ tool, settings, idle }: LazyBatchProps) {
  const batch = useBatch(tool);
  if (!batch || !settings) return null;
  return (
    <Suspense>
      <BatchCard batch={batch} settings={settings} idle={idle} />
    </Suspense>
  );
}

export function LazyFolderButton(props: { readonly openFiles: (files: readonly File[]) => void }) {
  return (
    <Suspense>
      <FolderButton {...props} />
    </Suspense>
  );
}
