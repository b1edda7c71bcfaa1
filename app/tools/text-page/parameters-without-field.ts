import { BLANK_BACKGROUND, TEXT_OVERRIDES } from '../manifest.ts';

export const TEXT_PAGE = {
  text: 'beside the stage',
  author: 'beside the stage',
  style: 'in its parts',
  ...TEXT_OVERRIDES,
  ...BLANK_BACKGROUND,
};
export const MAIN_TEXT = { paddingPctH: 'by recipes and the command; the panel has this padding for the author only' };
export const ANIMATION = { format: 'by a button for each format' };
