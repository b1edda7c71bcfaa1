import { HISTORY_LIMIT } from '#app/document/history.ts';
import {
  COARSE_POINT_HIT_RADIUS,
  CONNECT_HIT_RADIUS,
  POINT_HIT_RADIUS,
  POINT_RADIUS,
} from '#app/ui/editing/curve-editing.ts';
import { fontFamilies } from '#core/fonts/catalogue.ts';
import { GIF_QUALITY } from '#core/image/formats/gif/palette.ts';
import { FRAME_WORKERS } from '#core/image/frames/encode-changes.ts';
import { writeHorizontal } from '#core/operations/write-horizontal.ts';
import { writeVertical } from '#core/operations/write-vertical.ts';
import { isVisible } from '#core/parameters/panel.ts';
import { parseParameters } from '#core/parameters/parse.ts';
import { defaultComponent, shapeComponent, shapeComponents, shapes } from '#core/shapes/settings.ts';
import { animationFields, animationFormats } from '#core/text/animation/formats.ts';
import { ANIMATION_SECONDS, planReveal } from '#core/text/animation/reveal.ts';
import { animationSize } from '#core/text/animation/size.ts';
import { ANIMATION_QUALITY } from '#core/text/animation/write-video.ts';
import { composeTexts, MIN_FONT_PX } from '#core/text/compose.ts';
import { advancedText, advancedTexts, horizontalStyle, pointsToPx, verticalStyle } from '#core/text/settings.ts';
import type { DeclaredFact } from './fact.ts';

const rotation = { min: -180, max: 180, fractionDigits: 0 };
const [boxMargin, borderWidth, borderRadius] = [
  { min: 0, max: 200 },
  { min: 0, max: 50 },
  { min: 0, max: 200 },
];
const repeatCount = { min: 1, max: 100, fractionDigits: 0 };
const repeatOffset = { min: -5000, max: 5000, fractionDigits: 0 };
const gapEm = { min: 0, max: 5, step: 0.05 };
const outlineWidth = { min: 0, max: 20, fractionDigits: 0 };
const edge = { min: 0, fractionDigits: 0 };
const fontPctH = { min: 0.5, max: 50, step: 0.5, integerDigits: 3 };
const padding = { min: 0, max: 99, step: 0.5, integerDigits: 2, fractionDigits: 2 };
const pageTextFields = [horizontalStyle, verticalStyle].flatMap(({ fields }) => [
  fields.main.fields,
  fields.author.fields,
]);

const main = { fontPctH: 8, paddingPctH: 3, paddingPctW: 3, charGapEm: 0.25, colGapEm: 0.6, textColor: '#000000', outlineTextColor: '#FFFFFF', outlineTextWidth: 0, showGuides: false }; // biome-ignore format: one style a line
const author = { fontPctH: 6, paddingPctW: 2, charGapEm: 0.2, colGapEm: 0.4, textColor: '#111111', outlineTextColor: '#FFFFFF', outlineTextWidth: 0, showGuides: false }; // biome-ignore format: one style a line
const base = ['Roboto', 'Open Sans', 'Montserrat', 'Merriweather', 'Lato'];
const japanese = fontFamilies.filter(({ scripts }) => scripts.includes('japanese'));
const typesetter = { library: {} as never, ownFonts: [] };

// biome-ignore format: a line a fact
export const drawingFacts: readonly DeclaredFact[] = [
  { of: '9, shape tabs', is: shapeComponents.maxItems, documented: 10 },
  { of: '9, undo', is: HISTORY_LIMIT, documented: 50 },
  { of: '2, shapes', is: shapes, documented: ['none', 'line', 'curve', 'polyline', 'square', 'rect', 'circle', 'ellipse', 'image', 'triangle', 'pentagon', 'hexagon', 'heptagon', 'octagon', 'decagon', 'dodecagon', 'star', 'diamond', 'heart', 'snowflake', 'cross', 'step'] },
  { of: '2, shapes with a corner radius', is: shapes.filter((shape) => isVisible(shapeComponent.borderRadius, { shape })), documented: ['square', 'rect'] },
  { of: '3, Shape component: defaults', is: defaultComponent(), documented: { boundingBox: { top: 0, left: 0, bottom: 0, right: 0 }, startPoint: { x: 0, y: 0 }, endPoint: { x: 0, y: 0 }, mode: 'create', rotation: 0, shape: 'none', fillBox: false, borderColor: '#000000', fillColor: '#ffffff', boxMargin: 0, borderWidth: 1, borderRadius: 100, repeatCount: 1, repeatXOffset: 0, repeatYOffset: 0, repeat2Count: 1, repeat2XOffset: 0, repeat2YOffset: 0, shapeImageKey: '', shapeAspect: 'none', curveMode: 'create', curvePoints: [], activeCurvePointIndex: -1, curveClosePath: false } },
  { of: '3, Shape component: modes', is: shapeComponent.mode.options, documented: ['create', 'move'] },
  { of: '3, Shape component: aspects', is: shapeComponent.shapeAspect.options, documented: ['none', 'fill', 'fit'] },
  { of: '3, Shape component: curve modes', is: shapeComponent.curveMode.options, documented: ['create', 'move', 'design'] },
  { of: '3, Shape component: a point of a curve', is: Object.keys(shapeComponent.curvePoints.item.fields), documented: ['x', 'y', 'connected', 'sharp'] },
  { of: '5, Shape editor: rotation', is: shapeComponent.rotation, documented: rotation },
  { of: '3, Shape component: ends and dashes', is: [shapeComponent.arrow.options, shapeComponent.dash.options, shapeComponent.arrowSize], documented: [['none', 'begin', 'end', 'both'], ['solid', 'dashed', 'dotted'], { default: 5, min: 2, max: 20, step: 0.5 }] },
  { of: '3, Shape component: numbers of steps', is: shapeComponent.stepNumber, documented: { default: 1, min: 0, max: 99 } },
  { of: '3, Shape component: texts', is: [shapeComponent.text.maxLength, shapeComponent.textSize], documented: [200, { default: 32, min: 4, max: 1000 }] },
  { of: '2, shapes with a text', is: shapes.filter((shape) => !isVisible(shapeComponent.text, { shape })), documented: ['none', 'line', 'curve', 'polyline', 'step'] },
  { of: '3, Shape component: blend modes', is: shapeComponent.blend.options, documented: ['normal', 'multiply'] },
  { of: '5, Shape editor: box margin', is: shapeComponent.boxMargin, documented: boxMargin },
  { of: '5, Shape editor: border width', is: shapeComponent.borderWidth, documented: borderWidth },
  { of: '5, Shape editor: corner radius', is: shapeComponent.borderRadius, documented: borderRadius },
  { of: '5, Shape editor: repeat count', is: shapeComponent.repeatCount, documented: repeatCount },
  { of: '5, Shape editor: second repeat count', is: shapeComponent.repeat2Count, documented: repeatCount },
  { of: '5, Shape editor: X offset', is: shapeComponent.repeatXOffset, documented: repeatOffset },
  { of: '5, Shape editor: Y offset', is: shapeComponent.repeatYOffset, documented: repeatOffset },
  { of: '5, Shape editor: second X offset', is: shapeComponent.repeat2XOffset, documented: repeatOffset },
  { of: '5, Shape editor: second Y offset', is: shapeComponent.repeat2YOffset, documented: repeatOffset },
  { of: '9, curve points: hit radius', is: [POINT_HIT_RADIUS, COARSE_POINT_HIT_RADIUS], documented: [20, 200] },
  { of: '9, curve points: drawn radius', is: POINT_RADIUS, documented: 5 },
  { of: '9, curve points: double-click', is: CONNECT_HIT_RADIUS, documented: 10 },

  { of: '9, text slots', is: advancedTexts.maxItems, documented: 10 },
  { of: '3, Advanced text: defaults', is: parseParameters(advancedText, {}), documented: { fontPt: 100, charGapEm: 0.25, colGapEm: 0.6, textColor: '#000000', outlineTextColor: '#FFFFFF', outlineTextWidth: 0, fontFamily: 'Merriweather', useVariableWidthFont: true, useVerticalText: false, align: 'center', vAlign: 'top', boundingBox: { top: 0, left: 0, bottom: 0, right: 0 }, mode: 'create', rotation: 0, drawBox: false, fillBox: false, borderColor: '#000000', fillColor: '#ffffff', boxMargin: 0, borderWidth: 1, borderRadius: 0 } },
  { of: '3, Advanced text: align', is: advancedText.align.options, documented: ['left', 'center', 'right'] },
  { of: '3, Advanced text: vAlign', is: advancedText.vAlign.options, documented: ['top', 'middle', 'bottom'] },
  { of: '3, Advanced text: modes', is: advancedText.mode.options, documented: ['create', 'move'] },
  { of: '5, Advanced text: font size', is: advancedText.fontPt, documented: { min: 4, max: 1000, step: 0.5, fractionDigits: 1, integerDigits: 3 } },
  { of: '5, Advanced text: character gap', is: advancedText.charGapEm, documented: gapEm },
  { of: '5, Advanced text: line gap', is: advancedText.colGapEm, documented: gapEm },
  { of: '5, Advanced text: outline width', is: advancedText.outlineTextWidth, documented: outlineWidth },
  { of: '5, Advanced text: box', is: advancedText.boundingBox.fields, documented: { top: edge, left: edge, bottom: edge, right: edge } },
  { of: '5, Advanced text: rotation', is: advancedText.rotation, documented: rotation },
  { of: '5, Advanced text: margin', is: advancedText.boxMargin, documented: boxMargin },
  { of: '5, Advanced text: border', is: advancedText.borderWidth, documented: borderWidth },
  { of: '5, Advanced text: radius', is: advancedText.borderRadius, documented: borderRadius },
  { of: '2, no watermark on the advanced editor’s output', is: await composeTexts([], { width: 9, height: 9 }, typesetter), documented: { watermark: false } },
  { of: '9, points to px', is: [pointsToPx(72), pointsToPx(100)], documented: [96, 400 / 3] },
  { of: '9, minimum font', is: MIN_FONT_PX, documented: 12 },

  { of: '3, Horizontal editor: main text', is: parseParameters(horizontalStyle.fields.main.fields, {}), documented: { ...main, fontFamily: 'Merriweather', useVariableWidthFont: false } },
  { of: '3, Horizontal editor: author, without a vertical padding', is: parseParameters(horizontalStyle.fields.author.fields, {}), documented: { ...author, paddingPctH: undefined, fontFamily: 'Merriweather', useVariableWidthFont: false } },
  { of: '3, Vertical editor: main text', is: parseParameters(verticalStyle.fields.main.fields, {}), documented: { ...main, fontFamily: 'Noto Serif JP' } },
  { of: '3, Vertical editor: author', is: parseParameters(verticalStyle.fields.author.fields, {}), documented: { ...author, paddingPctH: 2, fontFamily: 'Noto Serif JP' } },
  { of: '3, the vertical editor has no variable widths', is: [verticalStyle.fields.main.fields, verticalStyle.fields.author.fields].map((fields) => 'useVariableWidthFont' in fields), documented: [false, false] },
  { of: '5, Horizontal/vertical: fields of the main text and the author', is: pageTextFields, documented: pageTextFields.map(() => ({ fontPctH, paddingPctW: padding, paddingPctH: padding, charGapEm: gapEm, colGapEm: gapEm, outlineTextWidth: outlineWidth })) },
  { of: '9, the text editors’ watermark is on by default in the page', is: [writeHorizontal.params.watermark, writeVertical.params.watermark], documented: [{ default: false, pageDefault: true }, { default: false, pageDefault: true }] },

  { of: '3, fonts', is: [fontFamilies.length, japanese.length], documented: [5 + 20 + 12, 12] },
  { of: '3, base fonts', is: base.filter((name) => !fontFamilies.some((family) => family.name === name)), documented: [] },
  { of: '3, the list of fonts is sorted', is: fontFamilies.map(({ name }) => name), documented: fontFamilies.map(({ name }) => name).toSorted((a, b) => a.localeCompare(b, 'en')) },

  { of: '9, Text MP4: frame rate', is: animationFormats.mp4, documented: { fps: 15, maxFps: 30 } },
  { of: '9, GIF: frame rate', is: animationFormats.gif, documented: { fps: 7, maxFps: 15 } },
  { of: '9, Text animations: minimum frame rate', is: animationFields.frameRate.min, documented: 1 },
  { of: '9, Text MP4: duration', is: ANIMATION_SECONDS, documented: 10 },
  { of: '9, Text MP4: number of frames, and of final frames', is: [sum(planReveal(5000, 15)), planReveal(5000, 15).at(-1)?.frames], documented: [150, 15] },
  { of: '9, Text MP4: longest edge', is: [animationSize({ width: 3840, height: 2160 }, 'mp4'), animationSize({ width: 1000, height: 4000 }, 'mp4')], documented: [{ width: 1920, height: 1080 }, { width: 480, height: 1920 }] },
  { of: '9, Text MP4: even dimensions', is: animationSize({ width: 801, height: 1201 }, 'mp4'), documented: { width: 800, height: 1200 } },
  { of: '9, Text MP4: quality', is: ANIMATION_QUALITY, documented: 23 },
  { of: '9, GIF: largest height', is: [animationSize({ width: 800, height: 1200 }, 'gif'), animationSize({ width: 4000, height: 800 }, 'gif')], documented: [{ width: 533, height: 800 }, { width: 4000, height: 800 }] },
  { of: '9, GIF: quality and workers', is: [GIF_QUALITY, FRAME_WORKERS], documented: [10, 2] },
];

function sum(states: readonly { readonly frames: number }[]): number {
  return states.reduce((total, { frames }) => total + frames, 0);
}
