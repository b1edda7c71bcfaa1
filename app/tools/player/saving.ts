import { create } from 'zustand';
import type { WarningCode } from '#core/base/errors.ts';
import { baseName } from '#core/base/files.ts';
import type { Warning } from '#core/platform/context.ts';
import { type ClipFormat, clipFormats } from '#core/video/clip/formats.ts';
import { downloadBlob } from '../../platform/download.ts';
import { fileReference, imageWorker } from '../../workers/image-client.ts';
import { runFileOperation } from '../../workers/media-client.ts';
import { type Busy, runWork } from '../../workers/work.ts';

interface SavedFile {
  readonly video: File;
  readonly name: string;
  readonly bytes: number;
  readonly warnings: readonly Warning[];
}

interface SavingState {
  readonly busy: Busy | undefined;
  readonly saved: SavedFile | undefined;
}

/** Formats in which the player saves the audio of a part. */
export const clipAudioFormats = ['mp3', 'm4a', 'wav'] as const;

export interface Clip {
  readonly from: number;
  readonly to: number;
  readonly format: ClipFormat | (typeof clipAudioFormats)[number];
}

export const isVideoClip = (format: Clip['format']): format is ClipFormat =>
  clipFormats.some((each) => each === format);

interface ClipPart {
  readonly from: number;
  /** Undefined for the end of the video. */
  readonly to: number | undefined;
}

/** Step of the buttons and keys that change an end of the part. */
export const CLIP_STEP_SEC = 0.1;

const WHOLE: ClipPart = { from: 0, to: undefined };

const useParts = create<{ readonly video: File | undefined; readonly part: ClipPart }>(() => ({
  video: undefined,
  part: WHOLE,
}));

/** Returns the part of a video to save, and its change. */
export function useClipPart(video: File | undefined): [ClipPart, (change: Partial<ClipPart>) => void] {
  const part = useParts((state) => (state.video === video ? state.part : WHOLE));
  return [part, (change) => useParts.setState({ video, part: { ...part, ...change } })];
}

/** Rounds down, so that a time is never after the frame that it names. */
export const milliseconds = (seconds: number): number => Math.floor(seconds * 1000) / 1000;

/** Saves frames and parts of the open video. */
export const useSaving = create<SavingState>(() => ({ busy: undefined, saved: undefined }));

/** Returns the frame at a time as a PNG file; `undefined` after an error or cancellation. */
export async function extractFrame(video: File, at: number): Promise<File | undefined> {
  let file: File | undefined;
  await runWork(useSaving, 'saving', async (job) => {
    const id = `video:${crypto.randomUUID()}`;
    await imageWorker.addSource({ id, name: video.name, blob: video });
    try {
      const step = { operation: 'extract-frame', params: { at }, inputs: { video: fileReference(id) } } as const;
      const blob = await imageWorker.encode({ steps: [step] }, { format: 'png' }, job);
      file = new File([blob], `${baseName(video.name)}-${at.toFixed(3)}s.png`, { type: blob.type });
    } finally {
      await imageWorker.removeSource(id);
    }
    return { saved: undefined };
  });
  return file;
}

export async function saveFrame(video: File, at: number): Promise<void> {
  const file = await extractFrame(video, at);
  if (!file) return;
  downloadBlob(file, file.name);
  useSaving.setState({ saved: { video, name: file.name, bytes: file.size, warnings: [] } });
}

/** Saves a part of a video, or its audio. Reports how the part was made, for example that it was encoded again. */
export const saveClip = (video: File, clip: Clip): Promise<boolean> =>
  runWork(useSaving, 'saving', async (job) => {
    const operation = isVideoClip(clip.format) ? 'extract-clip' : 'extract-audio';
    const { blob, extension, reported, warnings = [] } = await runFileOperation(operation, { video }, clip, job);
    const name = `${baseName(video.name)}-${clip.from}-${clip.to}s.${extension}`;
    downloadBlob(blob, name);
    return {
      saved: {
        video,
        name,
        bytes: blob.size,
        warnings: [...reported, ...warnings.map((code) => ({ code: code as WarningCode, data: {} }))],
      },
    };
  });
