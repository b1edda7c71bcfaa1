import { BLANK_BACKGROUND, BY_RECIPES, images, SAMPLE_IMAGE, TEXT_OVERRIDES } from '../manifest.ts';

export const TEXT_PAGE = {
  text: 'beside the stage',
  author: 'beside the stage',
  style: 'in its parts',
  ...TEXT_OVERRIDES,
  ...BLANK_BACKGROUND,
};
export const MAIN_TEXT = { paddingPctH: 'by recipes and the command; the panel has this padding for the author only' };
export const ANIMATION = { format: 'by a button for each format', captionsAs: BY_RECIPES, captionStyle: BY_RECIPES };

/** Everything in which the manifests of the two text editors agree. */
export const TEXT_EDITOR = {
  group: 'text',
  opens: [images],
  samples: [SAMPLE_IMAGE],
  isImageTool: true,
  editsStep: 'waiting',
  isDrawn: true,
} as const;
