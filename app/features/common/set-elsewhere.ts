const BY_RECIPES = 'by recipes, the palette and the command';
const SIDES = { width: 'with the blank background', height: 'with the blank background' };
const BLANK_BACKGROUND = { ...SIDES, background: 'with the blank background' };
const TEXT_PAGE = { text: 'beside the stage', author: 'beside the stage', style: 'in its parts', ...BLANK_BACKGROUND };
const MAIN_TEXT = { paddingPctH: 'by recipes and the command; the panel has this padding for the author only' };

/** Parameters without a field in their tool's panel, with the place where they are set instead. */
export const setElsewhere = {
  crop: {
    ratio: 'by the aspect ratio that the selection keeps',
    positionX: 'on the stage',
    positionY: 'on the stage',
    left: BY_RECIPES,
    top: BY_RECIPES,
    right: BY_RECIPES,
    bottom: BY_RECIPES,
  },
  scale: { percent: BY_RECIPES, longEdge: BY_RECIPES, withoutEnlargement: BY_RECIPES },
  'draw-shapes': { components: 'in tabs', ...BLANK_BACKGROUND },
  'draw-shapes.components': { curvePoints: 'on the stage', activeCurvePointIndex: 'on the stage' },
  'make-mask': { ...SIDES, gray: 'with the blank mask', strokes: 'on the stage', invert: 'by a button' },
  'make-mask.strokes': { tool: 'above the stage', points: 'on the stage' },
  layer: { view: 'above the stage' },
  'write-texts': { texts: 'in tabs', ...BLANK_BACKGROUND },
  'write-texts.texts': { text: 'in the field of the tab', boxFractions: BY_RECIPES, fontPctH: BY_RECIPES },
  'write-horizontal': TEXT_PAGE,
  'write-horizontal.style.main': MAIN_TEXT,
  'write-vertical': TEXT_PAGE,
  'write-vertical.style.main': MAIN_TEXT,
  'animate-horizontal': { format: 'by a button for each format', fps: 'by recipes and the command' },
  'animate-vertical': { format: 'by a button for each format', fps: 'by recipes and the command' },
  'sound-to-slideshow': { fitMainArray: 'by the slot that is chosen' },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>;
