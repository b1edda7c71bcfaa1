import type { Size } from '#core/geometry/point.ts';
import type { VideoTiming } from '#core/video/plan/durations.ts';
import type { FitMode } from '#core/video/plan/fit-modes.ts';
import { PageWorker } from '../../workers/page-worker.ts';
import type { PictureFacts, SoundFacts, VideoPreviewApi } from './preview.service.ts';

export type { PictureFacts } from './preview.service.ts';

const worker = new PageWorker<VideoPreviewApi>(
  () => new Worker(new URL('./preview.worker.ts', import.meta.url), { type: 'module', name: 'video-preview' }),
);

const look = { again: true };

/** Client of `preview.service.ts`. After a worker restart, registers the audio file again. */
export const videoPreview = {
  openSound: (id: string, file: File): Promise<SoundFacts> =>
    worker.register(id, (preview) => preview.openSound(id, file), { name: file.name }),
  closeSound: (id: string): Promise<void> => worker.unregister(id, (preview) => preview.closeSound(id)),
  trackSamples: (id: string, timing: VideoTiming): Promise<number> =>
    worker.call((preview) => preview.trackSamples(id, timing), look),
  readTrack: (id: string, timing: VideoTiming, from: number, to: number): Promise<Float32Array<ArrayBuffer>> =>
    worker.call((preview) => preview.readTrack(id, timing, from, to), look),
  openPicture: (file: File, signal: AbortSignal): Promise<PictureFacts> =>
    worker.call((preview, job) => preview.openPicture(job, file, file.name), { name: file.name, signal }),
  drawPicture: (blob: Blob, size: Size, fit: FitMode): Promise<ImageBitmap> =>
    worker.call((preview, job) => preview.drawPicture(job, blob, size, fit), look),
  drawFinal: (size: Size): Promise<ImageBitmap> =>
    worker.call((preview) => preview.drawFinal(size), { ...look, isWork: true }),
};
