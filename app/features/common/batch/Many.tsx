import { lazy, Suspense } from 'react';
import { useOpenBatches } from '../../../state/batch/open-batches.ts';
import type { BatchSettings } from './batch-settings.ts';

const BatchStrip = lazy(() => import('./BatchStrip.tsx'));
const BatchCard = lazy(() => import('./BatchCard.tsx'));
const FolderButton = lazy(() => import('./FolderButton.tsx'));

interface ManyProps {
  readonly tool: string;
  readonly settings: BatchSettings | undefined;
  /** The stage is at rest. */
  readonly idle: boolean;
}

const useBatch = (tool: string) => useOpenBatches(({ batches }) => batches.get(tool));

/** Under the stage: all that are open, where several are. What draws them is fetched then. */
export function ManyStrip({ tool, settings, idle }: ManyProps) {
  const batch = useBatch(tool);
  if (!batch || !settings) return null;
  return (
    <Suspense fallback={<div className="batch-strip" />}>
      <BatchStrip batch={batch} settings={settings} idle={idle} />
    </Suspense>
  );
}

/** Beside the stage: what is done with all of them. */
export function ManyCard({ tool, settings, idle }: ManyProps) {
  const batch = useBatch(tool);
  if (!batch || !settings) return null;
  return (
    <Suspense>
      <BatchCard batch={batch} settings={settings} idle={idle} />
    </Suspense>
  );
}

/** On an empty stage: a folder with all that is in it. */
export function ManyFromFolder(props: { readonly openFiles: (files: readonly File[]) => void }) {
  return (
    <Suspense>
      <FolderButton {...props} />
    </Suspense>
  );
}
