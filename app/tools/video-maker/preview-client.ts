import type { Size } from '#core/geometry/point.ts';
import type { CaptionFrame } from '#core/text/captions/draw-caption.ts';
import type { PlacedTitle } from '#core/text/captions/video-title.ts';
import type { AudioTrim } from '#core/video/audio/audio-track.ts';
import type { AudioSettings } from '#core/video/audio/edited-track.ts';
import type { RemovedSilence } from '#core/video/plan/durations.ts';
import type { FitMode } from '#core/video/plan/fit-modes.ts';
import { PageWorker } from '../../workers/page-worker.ts';
import type { AudioFacts, DrawnCaption, ImageFacts, VideoPreviewApi } from './preview.service.ts';

export type { DrawnCaption, ImageFacts } from './preview.service.ts';

const worker = new PageWorker<VideoPreviewApi>(
  () => new Worker(new URL('./preview.worker.ts', import.meta.url), { type: 'module', name: 'video-preview' }),
);

const again = { again: true };
/** Options for calls that may first measure the whole audio. */
const listen = { ...again, isWork: true };

/** Client of `preview.service.ts`. After a worker restart, registers the audio file again. */
export const videoPreview = {
  openSound: (id: string, file: File): Promise<AudioFacts> =>
    worker.register(id, (preview) => preview.openSound(id, file), { name: file.name }),
  closeAudio: (id: string): Promise<void> => worker.unregister(id, (preview) => preview.closeAudio(id)),
  trackSamples: (id: string, settings: AudioSettings): Promise<number> =>
    worker.call((preview) => preview.trackSamples(id, settings), listen),
  removedSilence: (id: string, trim: AudioTrim): Promise<RemovedSilence> =>
    worker.call((preview) => preview.removedSilence(id, trim), listen),
  peaks: (id: string, count: number, signal: AbortSignal): Promise<Float32Array<ArrayBuffer>> =>
    worker.call((preview, job) => preview.peaks(job, id, count), { ...listen, signal }),
  readTrack: (id: string, settings: AudioSettings, from: number, to: number): Promise<Float32Array<ArrayBuffer>> =>
    worker.call((preview) => preview.readTrack(id, settings, from, to), listen),
  openImage: (file: File, signal: AbortSignal): Promise<ImageFacts> =>
    worker.call((preview, job) => preview.openImage(job, file, file.name), { name: file.name, signal }),
  drawImage: (blob: Blob, size: Size, fit: FitMode): Promise<ImageBitmap> =>
    worker.call((preview, job) => preview.drawImage(job, blob, size, fit), again),
  drawCaption: (text: string, style: CaptionFrame, fonts: readonly File[]): Promise<DrawnCaption | undefined> =>
    worker.call((preview) => preview.drawCaption(text, style, fonts), { ...again, isWork: true }),
  drawTitle: (title: PlacedTitle, look: Pick<CaptionFrame, 'size' | 'scale'>): Promise<DrawnCaption | undefined> =>
    worker.call((preview) => preview.drawTitle(title, look), { ...again, isWork: true }),
  drawFinal: (size: Size): Promise<ImageBitmap> =>
    worker.call((preview) => preview.drawFinal(size), { ...again, isWork: true }),
};
