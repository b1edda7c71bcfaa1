import { create } from 'zustand';
import { showError } from '../errors.ts';
import { isAccepted, type PictureSession } from '../picture-session.ts';
import type { Batch } from './batch.ts';

/** The tools that have several pictures open, by name. What works on them is fetched with the first of them. */
export const useOpenBatches = create<{ readonly batches: ReadonlyMap<string, Batch> }>(() => ({ batches: new Map() }));

export function setBatch(tool: string, batch: Batch | undefined): void {
  useOpenBatches.setState(({ batches }) => {
    const next = new Map(batches);
    if (batch) next.set(tool, batch);
    else next.delete(tool);
    return { batches: next };
  });
}

/** Several pictures, not one with something else beside it. */
export const areMany = (files: readonly File[]): boolean => files.filter(isAccepted).length > 1;

/** Opens several pictures in place of whatever is open: the first that can be opened is looked at. */
export async function openMany(session: PictureSession, files: readonly File[]): Promise<void> {
  try {
    const { Batch } = await import('./batch.ts');
    closeBatch(session.tool);
    const batch = new Batch(session);
    setBatch(session.tool, batch);
    batch.whenLeft(() => closeBatch(session.tool));
    await batch.add(files);
  } catch (error) {
    showError(error);
  }
}

/** Ends what a tool does with several pictures, and forgets them. */
export function closeBatch(tool: string): void {
  const batch = useOpenBatches.getState().batches.get(tool);
  batch?.end();
  if (batch) setBatch(tool, undefined);
}
