import { canRedo, canUndo } from '#core/editing/history.ts';
import type { PictureSessionState } from './picture-session.ts';
import { changesPicture } from './work.ts';

/** What a screen is drawn from. Progress is not in it: it moves too often to draw a screen anew. */
export interface PictureSessionView extends Pick<PictureSessionState, 'restored' | 'picture' | 'history'> {
  /** Nothing is under way. */
  readonly idle: boolean;
  /** Another picture is on its way. */
  readonly changing: boolean;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

/** For `useShallow`. */
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
