import { canRedo, canUndo } from '#app/storage/history.ts';
import { changesPicture } from '../workers/work.ts';
import type { PictureSessionState } from './open-picture.ts';

/** State of a session without its progress. Progress changes too often to render each change. */
export interface PictureSessionView extends Pick<PictureSessionState, 'restored' | 'picture' | 'history'> {
  readonly idle: boolean;
  readonly changing: boolean;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

export const pictureSessionView = ({
  restored,
  picture,
  history,
  earlier,
  later,
  busy,
}: PictureSessionState): PictureSessionView => ({
  restored,
  picture,
  history,
  idle: !busy,
  changing: !restored || (busy !== undefined && changesPicture(busy)),
  canUndo: canUndo(history) || earlier.length > 0,
  canRedo: canRedo(history) || later.length > 0,
});
