import { changesPicture } from '../workers/work.ts';
import type { DeskState } from './shown-image.ts';

/** State of the desk without its progress. Progress changes too often to render each change. */
export interface DeskView extends Pick<DeskState, 'restored' | 'picture' | 'steps' | 'recipe'> {
  readonly idle: boolean;
  readonly changing: boolean;
}

export const deskView = ({ restored, picture, steps, recipe, busy }: DeskState): DeskView => ({
  restored,
  picture,
  steps,
  recipe,
  idle: !busy,
  changing: !restored || (busy !== undefined && changesPicture(busy)),
});
