import { countFrames } from '#core/image/animation/extract-frames.ts';
import { openFile } from '../../platform/files.ts';
import { UsageError } from '../base/errors.ts';
import type { FrameCount, FrameCounts, Request } from '../parse/request.ts';
import { findInputs } from './inputs.ts';

/** Counts the frames of each input. Throws UsageError for flags that also make several outputs. */
export async function countEachFrame({ subject, paths, standardInput, found, outputs }: Request): Promise<FrameCounts> {
  if (outputs)
    throw new UsageError("extract-frames writes every frame; --widths and --formats can't be combined with it.");
  const counts = new Map<string, FrameCount>();
  if (!subject) return counts;
  for (const { path, problem } of findInputs(paths, subject, undefined, standardInput, found))
    if (!problem) counts.set(path, await countIn(path));
  return counts;
}

async function countIn(path: string): Promise<FrameCount> {
  try {
    const file = await openFile(path);
    try {
      return { frames: await countFrames(file) };
    } finally {
      await file.close();
    }
  } catch (problem) {
    return { problem };
  }
}
