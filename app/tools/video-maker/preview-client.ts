import type { Size } from '#core/geometry/point.ts';
import type { VideoTiming } from '#core/video/plan/durations.ts';
import type { FitMode } from '#core/video/plan/fit-modes.ts';
import { PageWorker } from '../../workers/page-worker.ts';
import type { AudioFacts, ImageFacts, VideoPreviewApi } from './preview.service.ts';

export type { ImageFacts } from './preview.service.ts';

const worker = new PageWorker<VideoPreviewApi>(
  () => new Worker(new URL('./preview.worker.ts', import.meta.url), { type: 'module', name: 'video-preview' }),
);

const look = { again: true };

/** Client of `preview.service.ts`. After a worker restart, registers the audio file again. */
export const videoPreview = {
  openSound: (id: string, file: File): Promise<AudioFacts> =>
    worker.register(id, (preview) => preview.openSound(id, file), { name: file.name }),
  closeAudio: (id: string): Promise<void> => worker.unregister(id, (preview) => preview.closeAudio(id)),
  trackSamples: (id: string, timing: VideoTiming): Promise<number> =>
    worker.call((preview) => preview.trackSamples(id, timing), look),
  readTrack: (id: string, timing: VideoTiming, from: number, to: number): Promise<Float32Array<ArrayBuffer>> =>
    worker.call((preview) => preview.readTrack(id, timing, from, to), look),
  openImage: (file: File, signal: AbortSignal): Promise<ImageFacts> =>
    worker.call((preview, job) => preview.openImage(job, file, file.name), { name: file.name, signal }),
  drawImage: (blob: Blob, size: Size, fit: FitMode): Promise<ImageBitmap> =>
    worker.call((preview, job) => preview.drawImage(job, blob, size, fit), look),
  drawFinal: (size: Size): Promise<ImageBitmap> =>
    worker.call((preview) => preview.drawFinal(size), { ...look, isWork: true }),
};
