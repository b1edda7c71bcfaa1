import { type Remote, wrap } from 'comlink';
import { carryErrors } from '../../platform/comlink-errors.ts';
import type { VideoPreviewApi } from './preview.worker.ts';

export type { PictureFacts } from './preview.worker.ts';

let remote: Remote<VideoPreviewApi> | undefined;

/** The page's side of `preview.worker.ts`, which starts with the first file. */
export function videoPreview(): Remote<VideoPreviewApi> {
  if (!remote) {
    carryErrors();
    remote = wrap<VideoPreviewApi>(
      new Worker(new URL('./preview.worker.ts', import.meta.url), { type: 'module', name: 'video-preview' }),
    );
  }
  return remote;
}
