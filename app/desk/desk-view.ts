import { changesImage } from '../workers/work.ts';
import type { DeskState } from './shown-image.ts';

/** State of the desk without its progress. Progress changes too often to render each change. */
export interface DeskView extends Pick<DeskState, 'restored' | 'image' | 'steps' | 'recipe'> {
  readonly idle: boolean;
  readonly changing: boolean;
}

export const deskView = ({ restored, image, steps, recipe, busy }: DeskState): DeskView => ({
  restored,
  image,
  steps,
  recipe,
  idle: !busy,
  changing: !restored || (busy !== undefined && changesImage(busy)),
});
