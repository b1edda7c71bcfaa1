import { lazy, Suspense } from 'react';
import type { BatchStage } from '../desk/stage.ts';
import type { BatchSettings } from './batch-settings.ts';
import { useOpenBatch } from './open-batches.ts';

const BatchStrip = lazy(() => import('./BatchStrip.tsx'));
const BatchCard = lazy(() => import('./BatchCard.tsx'));
const FolderButton = lazy(() => import('./FolderButton.tsx'));

interface LazyBatchProps {
  readonly stage: Pick<BatchStage, 'tool'>;
  readonly tool: string;
  readonly settings: BatchSettings | undefined;
  readonly idle: boolean;
}

export function LazyBatchStrip({ stage, tool, settings, idle }: LazyBatchProps) {
  const batch = useOpenBatch(stage, tool);
  if (!batch || !settings) return null;
  return (
    <Suspense fallback={<div className="batch-strip" />}>
      <BatchStrip batch={batch} settings={settings} idle={idle} />
    </Suspense>
  );
}

export function LazyBatchCard({ stage, tool, settings, idle }: LazyBatchProps) {
  const batch = useOpenBatch(stage, tool);
  if (!batch || !settings) return null;
  return (
    <Suspense>
      <BatchCard batch={batch} tool={tool} settings={settings} idle={idle} />
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
