// Made by `npm run parameter-types` from the declarations in core/operations. One line per member.

import type { FileInput } from './sources.ts';

/** Name of a font family, or of a font file: `own:` and the base name of the file. */
export type FontFamily = 'Abril Fatface' | 'Amiri' | 'Bebas Neue' | 'BIZ UDMincho' | 'Cairo' | 'Caveat' | 'Dancing Script' | 'Dela Gothic One' | 'EB Garamond' | 'Hina Mincho' | 'Inter' | 'Klee One' | 'Lato' | 'Lobster' | 'Merriweather' | 'Montserrat' | 'Noto Sans Devanagari' | 'Noto Sans Hebrew' | 'Noto Sans JP' | 'Noto Serif JP' | 'Nunito' | 'Open Sans' | 'Oswald' | 'Pacifico' | 'Playfair Display' | 'Poppins' | 'Raleway' | 'Roboto' | 'Roboto Mono' | 'Roboto Slab' | 'Shippori Mincho' | 'Source Serif 4' | 'Yomogi' | 'Yuji Syuku' | 'Yusei Magic' | 'Zen Kaku Gothic New' | 'Zen Maru Gothic' | `own:${string}`;

/** Convert images to another format. */
export interface ConvertParameters {
  /** Format (default: png). */ readonly format?: 'jpg' | 'png' | 'webp' | 'avif' | 'gif' | 'mp4';
  /** Quality (0 to 1, default: 0.95). */ readonly quality?: number;
  /** Compression (0 to 9, default: 3). */ readonly compression?: number;
  /** Colors (2 to 256). */ readonly colors?: number;
  /** Dithering (default: true). */ readonly dithering?: boolean;
  /** Flatten (default: false). */ readonly flatten?: boolean;
  /** Background (default: #ffffff). */ readonly background?: string;
  /** First frame only (default: false). */ readonly firstFrame?: boolean;
  /** Frame rate (1 to 60 fps). */ readonly frameRate?: number;
  /** Max file size (1 to 1000000 kB). */ readonly maxKilobytes?: number;
  /** Metadata (default: none). */ readonly metadata?: 'none' | 'profile' | 'all-but-place';
  /** Reuse unedited data if smaller (default: false). */ readonly neverLarger?: boolean;
  /** Progressive (default: false). */ readonly progressive?: boolean;
  /** Smaller file (slower) (default: false). */ readonly smaller?: boolean;
  /** Effort (0 to 9). */ readonly effort?: number;
  /** Lossless (default: false). */ readonly lossless?: boolean;
  /** Chroma subsampling (default: auto). */ readonly chroma?: 'auto' | '4:2:0' | '4:4:4';
}

/** Crop images to a rectangle. */
export interface CropParameters {
  /** topX (0 px or more). */ readonly topX?: number;
  /** topY (0 px or more). */ readonly topY?: number;
  /** bottomX (0 px or more). */ readonly bottomX?: number;
  /** bottomY (0 px or more). */ readonly bottomY?: number;
  /** Aspect ratio. */ readonly ratio?: string;
  /** Horizontal position (0 to 1, default: 0.5). */ readonly positionX?: number;
  /** Vertical position (0 to 1, default: 0.5). */ readonly positionY?: number;
  /** Left edge (0 to 1). */ readonly left?: number;
  /** Top edge (0 to 1). */ readonly top?: number;
  /** Right edge (0 to 1). */ readonly right?: number;
  /** Bottom edge (0 to 1). */ readonly bottom?: number;
  /** Shape (default: rect). */ readonly shape?: 'rect' | 'ellipse' | 'rounded';
  /** Corner radius (0 to 10000 px, default: 40). */ readonly cornerRadius?: number;
}

/** Remove borders of one color, or transparent borders. */
export interface TrimParameters {
  /** Tolerance (0 to 255, default: 10). */ readonly tolerance?: number;
  /** Margin (0 to 10000 px, default: 0). */ readonly margin?: number;
  /** Border color (default: auto). */ readonly color?: string;
}

/** Find the subject, and make the background transparent or one color. */
export interface RemoveBackgroundParameters {
  /** Background (default: transparent). */ readonly background?: string;
  /** Soft edges (default: true). */ readonly matte?: boolean;
}

/** Rotate, flip and straighten images. */
export interface RotateParameters {
  /** Turn clockwise (0, 90, 180, 270°, default: 0). */ readonly turn?: 0 | 90 | 180 | 270;
  /** Flip (default: none). */ readonly flip?: 'none' | 'horizontal' | 'vertical';
  /** Straighten (-45 to 45°, default: 0). */ readonly angle?: number;
  /** Aspect ratio. */ readonly ratio?: string;
  /** Keep corners (default: false). */ readonly keepCorners?: boolean;
  /** Corner color (default: #00000000). */ readonly background?: string;
}

/** Resize images by a ratio or to a size. */
export interface ScaleParameters {
  /** Ratio (0.1 to 4). */ readonly factor?: number;
  /** Keep aspect (default: false). */ readonly keepAspect?: boolean;
  /** Width (1 to 10000 px). */ readonly width?: number;
  /** Height (1 to 10000 px). */ readonly height?: number;
  /** Percent (1 to 400%). */ readonly percent?: number;
  /** Long edge (1 to 10000 px). */ readonly longEdge?: number;
  /** Never enlarge (default: false). */ readonly withoutEnlargement?: boolean;
  /** Fit (default: fill). */ readonly fit?: 'contain' | 'cover' | 'fill' | 'pad';
  /** Position: top-left, top, top-right, left, center, right, bottom-left, bottom, bottom-right (default: center). */ readonly anchor?: 'top-left' | 'top' | 'top-right' | 'left' | 'center' | 'right' | 'bottom-left' | 'bottom' | 'bottom-right';
  /** Background (default: #ffffff). */ readonly background?: string;
  /** Resampling (default: auto). */ readonly resample?: 'auto' | 'lanczos' | 'area' | 'nearest';
}

/** Extend images to a size or aspect ratio. */
export interface PadParameters {
  /** Width (1 to 20000 px). */ readonly width?: number;
  /** Height (1 to 20000 px). */ readonly height?: number;
  /** Aspect ratio. */ readonly ratio?: string;
  /** Position: top-left, top, top-right, left, center, right, bottom-left, bottom, bottom-right (default: center). */ readonly anchor?: 'top-left' | 'top' | 'top-right' | 'left' | 'center' | 'right' | 'bottom-left' | 'bottom' | 'bottom-right';
  /** Background (default: #ffffff). */ readonly background?: string;
}

/** Join images side by side, one below another, or in a grid. */
export interface JoinParameters {
  /** Layout (default: row). */ readonly layout?: 'row' | 'column' | 'grid';
  /** Columns (1 to 100). */ readonly columns?: number;
  /** Gap (0 to 1000 px, default: 0). */ readonly gap?: number;
  /** Background (default: #ffffff). */ readonly background?: string;
}

/** Put images into a PDF, one per page. */
export interface ImagesToPdfParameters {
  /** Page size (default: fit). */ readonly page?: 'fit' | 'a4' | 'letter';
  /** Margin (0 to 100 mm, default: 0). */ readonly margin?: number;
}

/** Change light and colors of images. */
export interface AdjustColorParameters {
  /** Saturation (-1 to 1, default: 0). */ readonly saturation?: number;
  /** Brightness (-1 to 1, default: 0). */ readonly brightness?: number;
  /** Hue (-1 to 1, default: 0). */ readonly hue?: number;
  /** Contrast (-1 to 1, default: 0). */ readonly contrast?: number;
  /** Auto (default: false). */ readonly auto?: boolean;
  /** Exposure (-2 to 2, default: 0). */ readonly exposure?: number;
  /** Highlights (-1 to 1, default: 0). */ readonly highlights?: number;
  /** Shadows (-1 to 1, default: 0). */ readonly shadows?: number;
  /** Black point (0 to 254, default: 0). */ readonly blackPoint?: number;
  /** White point (1 to 255, default: 255). */ readonly whitePoint?: number;
  /** Temperature (-1 to 1, default: 0). */ readonly temperature?: number;
  /** Tint (-1 to 1, default: 0). */ readonly tint?: number;
  /** Vibrance (-1 to 1, default: 0). */ readonly vibrance?: number;
  /** Black and white (default: false). */ readonly gray?: boolean;
  /** Reds (-1 to 1, default: 0). */ readonly grayRed?: number;
  /** Greens (-1 to 1, default: 0). */ readonly grayGreen?: number;
  /** Blues (-1 to 1, default: 0). */ readonly grayBlue?: number;
  /** Sepia (0 to 1, default: 0). */ readonly sepia?: number;
}

/** Blur or sharpen images. */
export interface BlurSharpenParameters {
  /** Sharpness (-1 to 1, default: 0). */ readonly sharpness?: number;
}

/** Permanently hide areas of images. */
export interface RedactParameters {
  /** Areas (at most 1000, required). */ readonly areas: readonly RedactAreas[];
  /** Effect (default: blur). */ readonly effect?: 'blur' | 'pixelate' | 'solid';
  /** Color (default: #000000). */ readonly color?: string;
}

/** Areas. */
export interface RedactAreas {
  /** shape (default: rect). */ readonly shape?: 'rect' | 'ellipse' | 'brush';
  /** unit. */ readonly unit?: 'px' | 'fraction';
  /** left (-100000 to 100000). */ readonly left?: number;
  /** top (-100000 to 100000). */ readonly top?: number;
  /** right (-100000 to 100000). */ readonly right?: number;
  /** bottom (-100000 to 100000). */ readonly bottom?: number;
  /** points (at most 10000). */ readonly points?: readonly RedactAreasPoints[];
  /** width (0 to 100000). */ readonly width?: number;
}

/** points. */
export interface RedactAreasPoints {
  /** x (-100000 to 100000, required). */ readonly x: number;
  /** y (-100000 to 100000, required). */ readonly y: number;
}

/** Put a text or logo over the whole image, or in a corner. */
export interface WatermarkParameters {
  /** Text. */ readonly text?: string;
  /** Repeat (default: true). */ readonly tile?: boolean;
  /** Gap (0 to 1000%, default: 10). */ readonly gap?: number;
  /** Angle (-180 to 180°, default: -30). */ readonly angle?: number;
  /** Position: top-left, top, top-right, left, center, right, bottom-left, bottom, bottom-right (default: bottom-right). */ readonly anchor?: 'top-left' | 'top' | 'top-right' | 'left' | 'center' | 'right' | 'bottom-left' | 'bottom' | 'bottom-right';
  /** Margin (0 to 50%, default: 3). */ readonly margin?: number;
  /** Size (20 to 500%, default: 100). */ readonly size?: number;
  /** Opacity (0 to 1, default: 0.5). */ readonly opacity?: number;
}

/** Draw shapes on images or on a blank background. */
export interface DrawShapesParameters {
  /** Width (1 to 5000 px, default: 800). */ readonly width?: number;
  /** Height (1 to 5000 px, default: 1200). */ readonly height?: number;
  /** Background color (default: #ffffff). */ readonly background?: string;
  /** Components (at most 10). */ readonly components?: readonly DrawShapesComponents[];
}

/** Components. */
export interface DrawShapesComponents {
  /** Shape: none, line, curve, polyline, square, rect, circle, ellipse, image, triangle, pentagon, hexagon, heptagon, octagon, decagon, dodecagon, star, diamond, heart, snowflake, cross, step (default: none). */ readonly shape?: 'none' | 'line' | 'curve' | 'polyline' | 'square' | 'rect' | 'circle' | 'ellipse' | 'image' | 'triangle' | 'pentagon' | 'hexagon' | 'heptagon' | 'octagon' | 'decagon' | 'dodecagon' | 'star' | 'diamond' | 'heart' | 'snowflake' | 'cross' | 'step';
  /** Shape image. */ readonly shapeImageKey?: string;
  /** Image fit (default: none). */ readonly shapeAspect?: 'none' | 'fill' | 'fit';
  /** Number (0 to 99, default: 1). */ readonly stepNumber?: number;
  /** Text in the shape. */ readonly text?: string;
  /** Border color (default: #000000). */ readonly borderColor?: string;
  /** Border width (0 to 50 px, default: 1). */ readonly borderWidth?: number;
  /** Line style (default: solid). */ readonly dash?: 'solid' | 'dashed' | 'dotted';
  /** Arrowheads (default: none). */ readonly arrow?: 'none' | 'begin' | 'end' | 'both';
  /** Arrowhead size (2 to 20, default: 5). */ readonly arrowSize?: number;
  /** Blend mode (default: normal). */ readonly blend?: 'normal' | 'multiply';
  /** Close path (default: false). */ readonly curveClosePath?: boolean;
  /** Fill box (default: false). */ readonly fillBox?: boolean;
  /** Fill color (default: #ffffff). */ readonly fillColor?: string;
  /** Corner radius (0 to 200 px, default: 100). */ readonly borderRadius?: number;
  /** Text size (4 to 1000 px, default: 32). */ readonly textSize?: number;
  /** Text color (default: #000000). */ readonly textColor?: string;
  /** Mode (default: create). */ readonly mode?: 'create' | 'move';
  /** Curve mode (default: create). */ readonly curveMode?: 'create' | 'move' | 'design';
  /** Rotation (-180 to 180°, default: 0). */ readonly rotation?: number;
  /** Repeat count (1 to 100, default: 1). */ readonly repeatCount?: number;
  /** X offset (-5000 to 5000 px, default: 0). */ readonly repeatXOffset?: number;
  /** Y offset (-5000 to 5000 px, default: 0). */ readonly repeatYOffset?: number;
  /** Second repeat: count (1 to 100, default: 1). */ readonly repeat2Count?: number;
  /** Second repeat: X offset (-5000 to 5000 px, default: 0). */ readonly repeat2XOffset?: number;
  /** Second repeat: Y offset (-5000 to 5000 px, default: 0). */ readonly repeat2YOffset?: number;
  /** Start point. */ readonly startPoint?: DrawShapesComponentsStartPoint;
  /** End point. */ readonly endPoint?: DrawShapesComponentsEndPoint;
  /** Bounding box. */ readonly boundingBox?: DrawShapesComponentsBoundingBox;
  /** Box margin (0 to 200 px, default: 0). */ readonly boxMargin?: number;
  /** Curve points (at most 1000). */ readonly curvePoints?: readonly DrawShapesComponentsCurvePoints[];
  /** Active point (-1 to 999, default: -1). */ readonly activeCurvePointIndex?: number;
}

/** Start point. */
export interface DrawShapesComponentsStartPoint {
  /** X (0 to 32767 px, default: 0). */ readonly x?: number;
  /** Y (0 to 32767 px, default: 0). */ readonly y?: number;
}

/** End point. */
export interface DrawShapesComponentsEndPoint {
  /** X (0 to 32767 px, default: 0). */ readonly x?: number;
  /** Y (0 to 32767 px, default: 0). */ readonly y?: number;
}

/** Bounding box. */
export interface DrawShapesComponentsBoundingBox {
  /** Top (0 to 32767 px, default: 0). */ readonly top?: number;
  /** Left (0 to 32767 px, default: 0). */ readonly left?: number;
  /** Bottom (0 to 32767 px, default: 0). */ readonly bottom?: number;
  /** Right (0 to 32767 px, default: 0). */ readonly right?: number;
}

/** Curve points. */
export interface DrawShapesComponentsCurvePoints {
  /** X (-32767 to 32767 px, default: 0). */ readonly x?: number;
  /** Y (-32767 to 32767 px, default: 0). */ readonly y?: number;
  /** Connected (default: true). */ readonly connected?: boolean;
  /** Sharp (default: false). */ readonly sharp?: boolean;
}

/** Cut out a subject, or make a mask from a gray level, image or strokes. */
export interface MakeMaskParameters {
  /** Width (0 to 999999 px). */ readonly width?: number;
  /** Height (0 to 999999 px). */ readonly height?: number;
  /** Gray value (0 to 255, default: 0). */ readonly gray?: number;
  /** Subject. */ readonly subject?: MakeMaskSubject;
  /** Wand. */ readonly wand?: MakeMaskWand;
  /** Tolerance (0 to 255, default: 32). */ readonly tolerance?: number;
  /** Connected area only (default: true). */ readonly contiguous?: boolean;
  /** Selections (at most 200). */ readonly selections?: readonly MakeMaskSelections[];
  /** Refine edges (default: true). */ readonly refine?: boolean;
  /** Grow or shrink (-100 to 100 px, default: 0). */ readonly grow?: number;
  /** Feather selection (0 to 100 px, default: 0). */ readonly feather?: number;
  /** Strokes (at most 10000). */ readonly strokes?: readonly MakeMaskStrokes[];
  /** Invert (default: false). */ readonly invert?: boolean;
}

/** Subject. */
export interface MakeMaskSubject {
  /** left (-100000 to 100000). */ readonly left?: number;
  /** top (-100000 to 100000). */ readonly top?: number;
  /** right (-100000 to 100000). */ readonly right?: number;
  /** bottom (-100000 to 100000). */ readonly bottom?: number;
  /** unit. */ readonly unit?: 'px' | 'fraction';
  /** auto (default: false). */ readonly auto?: boolean;
}

/** Wand. */
export interface MakeMaskWand {
  /** x (-100000 to 100000). */ readonly x?: number;
  /** y (-100000 to 100000). */ readonly y?: number;
}

/** Selections. */
export interface MakeMaskSelections {
  /** kind: subject, wand, rect, ellipse, lasso (required). */ readonly kind: 'subject' | 'wand' | 'rect' | 'ellipse' | 'lasso';
  /** unit. */ readonly unit?: 'px' | 'fraction';
  /** combine: add, subtract, intersect, add-outside (default: add). */ readonly combine?: 'add' | 'subtract' | 'intersect' | 'add-outside';
  /** left (-100000 to 100000). */ readonly left?: number;
  /** top (-100000 to 100000). */ readonly top?: number;
  /** right (-100000 to 100000). */ readonly right?: number;
  /** bottom (-100000 to 100000). */ readonly bottom?: number;
  /** x (-100000 to 100000). */ readonly x?: number;
  /** y (-100000 to 100000). */ readonly y?: number;
  /** tolerance (0 to 255, default: 32). */ readonly tolerance?: number;
  /** contiguous (default: true). */ readonly contiguous?: boolean;
  /** points (at most 10000). */ readonly points?: readonly RedactAreasPoints[];
}

/** Strokes. */
export interface MakeMaskStrokes {
  /** tool (default: pen). */ readonly tool?: 'pen' | 'eraser' | 'keep' | 'hide';
  /** gray (0 to 255, default: 255). */ readonly gray?: number;
  /** widthPx (1 to 512 px, default: 32). */ readonly widthPx?: number;
  /** feather (0 to 100 px, default: 0). */ readonly feather?: number;
  /** points (at most 100000, required). */ readonly points: readonly MakeMaskStrokesPoints[];
}

/** points. */
export interface MakeMaskStrokesPoints {
  /** x (-100000 to 100000, required). */ readonly x: number;
  /** y (-100000 to 100000, required). */ readonly y: number;
  /** pressure (0 to 1, default: 1). */ readonly pressure?: number;
}

/** Blend images through a mask. */
export interface LayerParameters {
  /** Blend mode: normal, darken, multiply, color-burn, linear-burn, lighten, screen, color-dodge, linear-dodge, add, add-npm, overlay, soft-light, hard-light, vivid-light, linear-light, pin-light, hard-mix, difference, exclusion, negation, subtract, divide, saturation, color, luminosity (default: normal). */ readonly blendMode?: 'normal' | 'darken' | 'multiply' | 'color-burn' | 'linear-burn' | 'lighten' | 'screen' | 'color-dodge' | 'linear-dodge' | 'add' | 'add-npm' | 'overlay' | 'soft-light' | 'hard-light' | 'vivid-light' | 'linear-light' | 'pin-light' | 'hard-mix' | 'difference' | 'exclusion' | 'negation' | 'subtract' | 'divide' | 'saturation' | 'color' | 'luminosity';
  /** View (default: combined). */ readonly view?: 'combined' | 'top' | 'bottom' | 'mask';
  /** Position: top-left, top, top-right, left, center, right, bottom-left, bottom, bottom-right (default: center). */ readonly anchor?: 'top-left' | 'top' | 'top-right' | 'left' | 'center' | 'right' | 'bottom-left' | 'bottom' | 'bottom-right';
  /** Margin (0 to 50%, default: 0). */ readonly margin?: number;
  /** Offset X (-32767 to 32767 px, default: 0). */ readonly offsetX?: number;
  /** Offset Y (-32767 to 32767 px, default: 0). */ readonly offsetY?: number;
  /** Scale (0.01 to 100, default: 1). */ readonly scale?: number;
  /** Rotation (-180 to 180°, default: 0). */ readonly rotation?: number;
  /** Opacity (0 to 1, default: 1). */ readonly opacity?: number;
}

/** Put text on images, in up to ten boxes. */
export interface WriteTextsParameters {
  /** Texts (at most 10). */ readonly texts?: readonly WriteTextsTexts[];
  /** Ruby notation (default: true). */ readonly ruby?: boolean;
  /** Digits set upright together (default: 3). */ readonly tateChuYoko?: 'off' | '2' | '3' | '4';
  /** Emphasis dots: auto, sesame, open-sesame, dot, open-dot, circle, open-circle (default: auto). */ readonly emphasis?: 'auto' | 'sesame' | 'open-sesame' | 'dot' | 'open-dot' | 'circle' | 'open-circle';
  /** Justify (default: false). */ readonly justify?: boolean;
  /** Hanging punctuation (default: false). */ readonly hangingPunctuation?: boolean;
  /** Tight kana spacing (default: false). */ readonly proportional?: boolean;
  /** Shadow. */ readonly shadow?: string;
  /** Position: none, top-left, top, top-right, left, center, right, bottom-left, bottom, bottom-right (default: none). */ readonly anchor?: 'none' | 'top-left' | 'top' | 'top-right' | 'left' | 'center' | 'right' | 'bottom-left' | 'bottom' | 'bottom-right';
  /** Width (1 to 5000 px, default: 800). */ readonly width?: number;
  /** Height (1 to 5000 px, default: 1200). */ readonly height?: number;
  /** Background color (default: #ffffff). */ readonly background?: string;
}

/** Texts. */
export interface WriteTextsTexts {
  /** Text. */ readonly text?: string;
  /** Font name (default: Merriweather). */ readonly fontFamily?: FontFamily;
  /** Font size (4 to 1000 pt, default: 100). */ readonly fontPt?: number;
  /** Bold (default: false). */ readonly bold?: boolean;
  /** Italic (default: false). */ readonly italic?: boolean;
  /** Font size as a percentage of the height (0.5 to 50%). */ readonly fontPctH?: number;
  /** Text color (default: #000000). */ readonly textColor?: string;
  /** Character gap (0 to 5 em, default: 0.25). */ readonly charGapEm?: number;
  /** Line gap (0 to 5 em, default: 0.6). */ readonly colGapEm?: number;
  /** Alignment (default: center). */ readonly align?: 'left' | 'center' | 'right';
  /** Vertical align (default: top). */ readonly vAlign?: 'top' | 'middle' | 'bottom';
  /** Shrink to fit the box (default: false). */ readonly shrinkToFit?: boolean;
  /** Variable font width (default: true). */ readonly useVariableWidthFont?: boolean;
  /** Vertical text (default: false). */ readonly useVerticalText?: boolean;
  /** Outline color (default: #FFFFFF). */ readonly outlineTextColor?: string;
  /** Outline width (0 to 20 px, default: 0). */ readonly outlineTextWidth?: number;
  /** Mode (default: create). */ readonly mode?: 'create' | 'move';
  /** Bounding box. */ readonly boundingBox?: DrawShapesComponentsBoundingBox;
  /** Bounding box in fractions of the image. */ readonly boxFractions?: WriteTextsTextsBoxFractions;
  /** Reference position: none, top-left, top, top-right, left, center, right, bottom-left, bottom, bottom-right (default: none). */ readonly anchor?: 'none' | 'top-left' | 'top' | 'top-right' | 'left' | 'center' | 'right' | 'bottom-left' | 'bottom' | 'bottom-right';
  /** Aspect ratio of the reference frame (0.0001 to 10000). */ readonly anchorAspect?: number;
  /** Rotation (-180 to 180°, default: 0). */ readonly rotation?: number;
  /** Draw box (default: false). */ readonly drawBox?: boolean;
  /** Fill box (default: false). */ readonly fillBox?: boolean;
  /** Border color (default: #000000). */ readonly borderColor?: string;
  /** Fill color (default: #ffffff). */ readonly fillColor?: string;
  /** Box margin (0 to 200 px, default: 0). */ readonly boxMargin?: number;
  /** Border width (0 to 50 px, default: 1). */ readonly borderWidth?: number;
  /** Corner radius (0 to 200 px, default: 0). */ readonly borderRadius?: number;
  /** Opacity (0 to 1, default: 1). */ readonly opacity?: number;
  /** Shadow (default: false). */ readonly shadow?: boolean;
  /** Shadow offset X (-2 to 2 em, default: 0.05). */ readonly shadowXEm?: number;
  /** Shadow offset Y (-2 to 2 em, default: 0.05). */ readonly shadowYEm?: number;
  /** Shadow blur (0 to 2 em, default: 0.1). */ readonly shadowBlurEm?: number;
  /** Shadow color (default: #00000099). */ readonly shadowColor?: string;
  /** Text background (default: none). */ readonly backing?: 'none' | 'lines' | 'block';
  /** Text background color (default: #ffffffcc). */ readonly backingColor?: string;
  /** Background padding (0 to 2 em, default: 0.2). */ readonly backingPaddingEm?: number;
  /** Background corners (0 to 2 em, default: 0). */ readonly backingRadiusEm?: number;
}

/** Bounding box in fractions of the image. */
export interface WriteTextsTextsBoxFractions {
  /** Top (0 to 1, default: 0). */ readonly top?: number;
  /** Left (0 to 1, default: 0). */ readonly left?: number;
  /** Bottom (0 to 1, default: 0). */ readonly bottom?: number;
  /** Right (0 to 1, default: 0). */ readonly right?: number;
}

/** Typeset text horizontally. */
export interface WriteHorizontalParameters {
  /** Main Text (required). */ readonly text: string;
  /** Author. */ readonly author?: string;
  /** Style. */ readonly style?: WriteHorizontalStyle;
  /** Watermark (default: false). */ readonly watermark?: boolean;
  /** Ruby notation (default: true). */ readonly ruby?: boolean;
  /** Digits set upright together (default: 3). */ readonly tateChuYoko?: 'off' | '2' | '3' | '4';
  /** Emphasis dots: auto, sesame, open-sesame, dot, open-dot, circle, open-circle (default: auto). */ readonly emphasis?: 'auto' | 'sesame' | 'open-sesame' | 'dot' | 'open-dot' | 'circle' | 'open-circle';
  /** Justify (default: false). */ readonly justify?: boolean;
  /** Hanging punctuation (default: false). */ readonly hangingPunctuation?: boolean;
  /** Tight kana spacing (default: false). */ readonly proportional?: boolean;
  /** Shadow. */ readonly shadow?: string;
  /** Position: none, top-left, top, top-right, left, center, right, bottom-left, bottom, bottom-right (default: none). */ readonly anchor?: 'none' | 'top-left' | 'top' | 'top-right' | 'left' | 'center' | 'right' | 'bottom-left' | 'bottom' | 'bottom-right';
  /** Width (1 to 5000 px, default: 800). */ readonly width?: number;
  /** Height (1 to 5000 px, default: 1200). */ readonly height?: number;
  /** Background color (default: #ffffff). */ readonly background?: string;
}

/** Style. */
export interface WriteHorizontalStyle {
  /** Main Text. */ readonly main?: WriteHorizontalStyleMain;
  /** Author. */ readonly author?: WriteHorizontalStyleAuthor;
}

/** Main Text. */
export interface WriteHorizontalStyleMain {
  /** Font family (default: Merriweather). */ readonly fontFamily?: FontFamily;
  /** Font size (0.5 to 50%, default: 8). */ readonly fontPctH?: number;
  /** Bold (default: false). */ readonly bold?: boolean;
  /** Italic (default: false). */ readonly italic?: boolean;
  /** Horizontal padding (0 to 99%, default: 3). */ readonly paddingPctW?: number;
  /** Vertical padding (0 to 99%, default: 3). */ readonly paddingPctH?: number;
  /** Character gap (0 to 5 em, default: 0.25). */ readonly charGapEm?: number;
  /** Line gap (0 to 5 em, default: 0.6). */ readonly colGapEm?: number;
  /** Variable font width (default: false). */ readonly useVariableWidthFont?: boolean;
  /** Position: none, top-left, top, top-right, left, center, right, bottom-left, bottom, bottom-right (default: none). */ readonly anchor?: 'none' | 'top-left' | 'top' | 'top-right' | 'left' | 'center' | 'right' | 'bottom-left' | 'bottom' | 'bottom-right';
  /** Horizontal offset (-100 to 100%, default: 0). */ readonly offsetXPct?: number;
  /** Vertical offset (-100 to 100%, default: 0). */ readonly offsetYPct?: number;
  /** Shrink to fit the padding (default: false). */ readonly shrinkToFit?: boolean;
  /** Text color (default: #000000). */ readonly textColor?: string;
  /** Outline color (default: #FFFFFF). */ readonly outlineTextColor?: string;
  /** Outline width (0 to 20 px, default: 0). */ readonly outlineTextWidth?: number;
  /** Guides (default: false). */ readonly showGuides?: boolean;
  /** Opacity (0 to 1, default: 1). */ readonly opacity?: number;
  /** Shadow (default: false). */ readonly shadow?: boolean;
  /** Shadow offset X (-2 to 2 em, default: 0.05). */ readonly shadowXEm?: number;
  /** Shadow offset Y (-2 to 2 em, default: 0.05). */ readonly shadowYEm?: number;
  /** Shadow blur (0 to 2 em, default: 0.1). */ readonly shadowBlurEm?: number;
  /** Shadow color (default: #00000099). */ readonly shadowColor?: string;
  /** Text background (default: none). */ readonly backing?: 'none' | 'lines' | 'block';
  /** Text background color (default: #ffffffcc). */ readonly backingColor?: string;
  /** Background padding (0 to 2 em, default: 0.2). */ readonly backingPaddingEm?: number;
  /** Background corners (0 to 2 em, default: 0). */ readonly backingRadiusEm?: number;
}

/** Author. */
export interface WriteHorizontalStyleAuthor {
  /** Font family (default: Merriweather). */ readonly fontFamily?: FontFamily;
  /** Font size (0.5 to 50%, default: 6). */ readonly fontPctH?: number;
  /** Bold (default: false). */ readonly bold?: boolean;
  /** Italic (default: false). */ readonly italic?: boolean;
  /** Horizontal padding (0 to 99%, default: 2). */ readonly paddingPctW?: number;
  /** Vertical padding (0 to 99%). */ readonly paddingPctH?: number;
  /** Character gap (0 to 5 em, default: 0.2). */ readonly charGapEm?: number;
  /** Line gap (0 to 5 em, default: 0.4). */ readonly colGapEm?: number;
  /** Variable font width (default: false). */ readonly useVariableWidthFont?: boolean;
  /** Position: none, top-left, top, top-right, left, center, right, bottom-left, bottom, bottom-right (default: none). */ readonly anchor?: 'none' | 'top-left' | 'top' | 'top-right' | 'left' | 'center' | 'right' | 'bottom-left' | 'bottom' | 'bottom-right';
  /** Horizontal offset (-100 to 100%, default: 0). */ readonly offsetXPct?: number;
  /** Vertical offset (-100 to 100%, default: 0). */ readonly offsetYPct?: number;
  /** Shrink to fit the padding (default: false). */ readonly shrinkToFit?: boolean;
  /** Text color (default: #111111). */ readonly textColor?: string;
  /** Outline color (default: #FFFFFF). */ readonly outlineTextColor?: string;
  /** Outline width (0 to 20 px, default: 0). */ readonly outlineTextWidth?: number;
  /** Guides (default: false). */ readonly showGuides?: boolean;
  /** Opacity (0 to 1, default: 1). */ readonly opacity?: number;
  /** Shadow (default: false). */ readonly shadow?: boolean;
  /** Shadow offset X (-2 to 2 em, default: 0.05). */ readonly shadowXEm?: number;
  /** Shadow offset Y (-2 to 2 em, default: 0.05). */ readonly shadowYEm?: number;
  /** Shadow blur (0 to 2 em, default: 0.1). */ readonly shadowBlurEm?: number;
  /** Shadow color (default: #00000099). */ readonly shadowColor?: string;
  /** Text background (default: none). */ readonly backing?: 'none' | 'lines' | 'block';
  /** Text background color (default: #ffffffcc). */ readonly backingColor?: string;
  /** Background padding (0 to 2 em, default: 0.2). */ readonly backingPaddingEm?: number;
  /** Background corners (0 to 2 em, default: 0). */ readonly backingRadiusEm?: number;
}

/** Typeset text in vertical Japanese columns. */
export interface WriteVerticalParameters {
  /** Main Text (required). */ readonly text: string;
  /** Author. */ readonly author?: string;
  /** Style. */ readonly style?: WriteVerticalStyle;
  /** Watermark (default: false). */ readonly watermark?: boolean;
  /** Ruby notation (default: true). */ readonly ruby?: boolean;
  /** Digits set upright together (default: 3). */ readonly tateChuYoko?: 'off' | '2' | '3' | '4';
  /** Emphasis dots: auto, sesame, open-sesame, dot, open-dot, circle, open-circle (default: auto). */ readonly emphasis?: 'auto' | 'sesame' | 'open-sesame' | 'dot' | 'open-dot' | 'circle' | 'open-circle';
  /** Justify (default: false). */ readonly justify?: boolean;
  /** Hanging punctuation (default: false). */ readonly hangingPunctuation?: boolean;
  /** Tight kana spacing (default: false). */ readonly proportional?: boolean;
  /** Shadow. */ readonly shadow?: string;
  /** Position: none, top-left, top, top-right, left, center, right, bottom-left, bottom, bottom-right (default: none). */ readonly anchor?: 'none' | 'top-left' | 'top' | 'top-right' | 'left' | 'center' | 'right' | 'bottom-left' | 'bottom' | 'bottom-right';
  /** Width (1 to 5000 px, default: 800). */ readonly width?: number;
  /** Height (1 to 5000 px, default: 1200). */ readonly height?: number;
  /** Background color (default: #ffffff). */ readonly background?: string;
}

/** Style. */
export interface WriteVerticalStyle {
  /** Main Text. */ readonly main?: WriteVerticalStyleMain;
  /** Author. */ readonly author?: WriteVerticalStyleAuthor;
}

/** Main Text. */
export interface WriteVerticalStyleMain {
  /** Font family (default: Noto Serif JP). */ readonly fontFamily?: FontFamily;
  /** Font size (0.5 to 50%, default: 8). */ readonly fontPctH?: number;
  /** Bold (default: false). */ readonly bold?: boolean;
  /** Italic (default: false). */ readonly italic?: boolean;
  /** Horizontal padding (0 to 99%, default: 3). */ readonly paddingPctW?: number;
  /** Vertical padding (0 to 99%, default: 3). */ readonly paddingPctH?: number;
  /** Character gap (0 to 5 em, default: 0.25). */ readonly charGapEm?: number;
  /** Line gap (0 to 5 em, default: 0.6). */ readonly colGapEm?: number;
  /** Position: none, top-left, top, top-right, left, center, right, bottom-left, bottom, bottom-right (default: none). */ readonly anchor?: 'none' | 'top-left' | 'top' | 'top-right' | 'left' | 'center' | 'right' | 'bottom-left' | 'bottom' | 'bottom-right';
  /** Horizontal offset (-100 to 100%, default: 0). */ readonly offsetXPct?: number;
  /** Vertical offset (-100 to 100%, default: 0). */ readonly offsetYPct?: number;
  /** Shrink to fit the padding (default: false). */ readonly shrinkToFit?: boolean;
  /** Text color (default: #000000). */ readonly textColor?: string;
  /** Outline color (default: #FFFFFF). */ readonly outlineTextColor?: string;
  /** Outline width (0 to 20 px, default: 0). */ readonly outlineTextWidth?: number;
  /** Guides (default: false). */ readonly showGuides?: boolean;
  /** Opacity (0 to 1, default: 1). */ readonly opacity?: number;
  /** Shadow (default: false). */ readonly shadow?: boolean;
  /** Shadow offset X (-2 to 2 em, default: 0.05). */ readonly shadowXEm?: number;
  /** Shadow offset Y (-2 to 2 em, default: 0.05). */ readonly shadowYEm?: number;
  /** Shadow blur (0 to 2 em, default: 0.1). */ readonly shadowBlurEm?: number;
  /** Shadow color (default: #00000099). */ readonly shadowColor?: string;
  /** Text background (default: none). */ readonly backing?: 'none' | 'lines' | 'block';
  /** Text background color (default: #ffffffcc). */ readonly backingColor?: string;
  /** Background padding (0 to 2 em, default: 0.2). */ readonly backingPaddingEm?: number;
  /** Background corners (0 to 2 em, default: 0). */ readonly backingRadiusEm?: number;
}

/** Author. */
export interface WriteVerticalStyleAuthor {
  /** Font family (default: Noto Serif JP). */ readonly fontFamily?: FontFamily;
  /** Font size (0.5 to 50%, default: 6). */ readonly fontPctH?: number;
  /** Bold (default: false). */ readonly bold?: boolean;
  /** Italic (default: false). */ readonly italic?: boolean;
  /** Horizontal padding (0 to 99%, default: 2). */ readonly paddingPctW?: number;
  /** Vertical padding (0 to 99%, default: 2). */ readonly paddingPctH?: number;
  /** Character gap (0 to 5 em, default: 0.2). */ readonly charGapEm?: number;
  /** Line gap (0 to 5 em, default: 0.4). */ readonly colGapEm?: number;
  /** Position: none, top-left, top, top-right, left, center, right, bottom-left, bottom, bottom-right (default: none). */ readonly anchor?: 'none' | 'top-left' | 'top' | 'top-right' | 'left' | 'center' | 'right' | 'bottom-left' | 'bottom' | 'bottom-right';
  /** Horizontal offset (-100 to 100%, default: 0). */ readonly offsetXPct?: number;
  /** Vertical offset (-100 to 100%, default: 0). */ readonly offsetYPct?: number;
  /** Shrink to fit the padding (default: false). */ readonly shrinkToFit?: boolean;
  /** Text color (default: #111111). */ readonly textColor?: string;
  /** Outline color (default: #FFFFFF). */ readonly outlineTextColor?: string;
  /** Outline width (0 to 20 px, default: 0). */ readonly outlineTextWidth?: number;
  /** Guides (default: false). */ readonly showGuides?: boolean;
  /** Opacity (0 to 1, default: 1). */ readonly opacity?: number;
  /** Shadow (default: false). */ readonly shadow?: boolean;
  /** Shadow offset X (-2 to 2 em, default: 0.05). */ readonly shadowXEm?: number;
  /** Shadow offset Y (-2 to 2 em, default: 0.05). */ readonly shadowYEm?: number;
  /** Shadow blur (0 to 2 em, default: 0.1). */ readonly shadowBlurEm?: number;
  /** Shadow color (default: #00000099). */ readonly shadowColor?: string;
  /** Text background (default: none). */ readonly backing?: 'none' | 'lines' | 'block';
  /** Text background color (default: #ffffffcc). */ readonly backingColor?: string;
  /** Background padding (0 to 2 em, default: 0.2). */ readonly backingPaddingEm?: number;
  /** Background corners (0 to 2 em, default: 0). */ readonly backingRadiusEm?: number;
}

/** Animate horizontal text. */
export interface AnimateHorizontalParameters {
  /** Main Text (required). */ readonly text: string;
  /** Author. */ readonly author?: string;
  /** Style. */ readonly style?: WriteHorizontalStyle;
  /** Watermark (default: false). */ readonly watermark?: boolean;
  /** Ruby notation (default: true). */ readonly ruby?: boolean;
  /** Digits set upright together (default: 3). */ readonly tateChuYoko?: 'off' | '2' | '3' | '4';
  /** Emphasis dots: auto, sesame, open-sesame, dot, open-dot, circle, open-circle (default: auto). */ readonly emphasis?: 'auto' | 'sesame' | 'open-sesame' | 'dot' | 'open-dot' | 'circle' | 'open-circle';
  /** Justify (default: false). */ readonly justify?: boolean;
  /** Hanging punctuation (default: false). */ readonly hangingPunctuation?: boolean;
  /** Tight kana spacing (default: false). */ readonly proportional?: boolean;
  /** Shadow. */ readonly shadow?: string;
  /** Position: none, top-left, top, top-right, left, center, right, bottom-left, bottom, bottom-right (default: none). */ readonly anchor?: 'none' | 'top-left' | 'top' | 'top-right' | 'left' | 'center' | 'right' | 'bottom-left' | 'bottom' | 'bottom-right';
  /** Width (1 to 5000 px, default: 800). */ readonly width?: number;
  /** Height (1 to 5000 px, default: 1200). */ readonly height?: number;
  /** Background color (default: #ffffff). */ readonly background?: string;
  /** Format (default: mp4). */ readonly format?: 'mp4' | 'gif';
  /** Frame rate (1 to 30 fps). */ readonly frameRate?: number;
  /** Duration (1 to 60 s, default: 10). */ readonly durationSec?: number;
  /** Pause at the end (0 to 59 s, default: 1). */ readonly pauseSec?: number;
  /** Reveal by (default: character). */ readonly reveal?: 'character' | 'word' | 'line' | 'fade';
  /** Match the audio’s length (default: true). */ readonly matchAudio?: boolean;
  /** Captions as (default: burned). */ readonly captionsAs?: 'burned' | 'track' | 'both';
  /** Caption style. */ readonly captionStyle?: AnimateHorizontalCaptionStyle;
}

/** Caption style. */
export interface AnimateHorizontalCaptionStyle {
  /** Font family (default: Noto Sans JP). */ readonly fontFamily?: FontFamily;
  /** Bold (default: true). */ readonly bold?: boolean;
  /** Font size (1 to 20%, default: 5.5). */ readonly sizePct?: number;
  /** Text color (default: #FFFFFF). */ readonly textColor?: string;
  /** Outline color (default: #000000). */ readonly outlineColor?: string;
  /** Outline width (0 to 0.5 em, default: 0.08). */ readonly outlineEm?: number;
  /** Text background (default: none). */ readonly box?: 'none' | 'lines' | 'block';
  /** Text background color (default: #000000b3). */ readonly boxColor?: string;
  /** Background padding (0 to 2 em, default: 0.2). */ readonly boxPaddingEm?: number;
  /** Background corners (0 to 2 em, default: 0.1). */ readonly boxRadiusEm?: number;
  /** Position: none, top-left, top, top-right, left, center, right, bottom-left, bottom, bottom-right (default: none). */ readonly anchor?: 'none' | 'top-left' | 'top' | 'top-right' | 'left' | 'center' | 'right' | 'bottom-left' | 'bottom' | 'bottom-right';
  /** Distance from the edge (0 to 45%). */ readonly marginPct?: number;
  /** Vertical text (default: false). */ readonly vertical?: boolean;
  /** Ruby notation (default: true). */ readonly ruby?: boolean;
}

/** Animate vertical Japanese text. */
export interface AnimateVerticalParameters {
  /** Main Text (required). */ readonly text: string;
  /** Author. */ readonly author?: string;
  /** Style. */ readonly style?: WriteVerticalStyle;
  /** Watermark (default: false). */ readonly watermark?: boolean;
  /** Ruby notation (default: true). */ readonly ruby?: boolean;
  /** Digits set upright together (default: 3). */ readonly tateChuYoko?: 'off' | '2' | '3' | '4';
  /** Emphasis dots: auto, sesame, open-sesame, dot, open-dot, circle, open-circle (default: auto). */ readonly emphasis?: 'auto' | 'sesame' | 'open-sesame' | 'dot' | 'open-dot' | 'circle' | 'open-circle';
  /** Justify (default: false). */ readonly justify?: boolean;
  /** Hanging punctuation (default: false). */ readonly hangingPunctuation?: boolean;
  /** Tight kana spacing (default: false). */ readonly proportional?: boolean;
  /** Shadow. */ readonly shadow?: string;
  /** Position: none, top-left, top, top-right, left, center, right, bottom-left, bottom, bottom-right (default: none). */ readonly anchor?: 'none' | 'top-left' | 'top' | 'top-right' | 'left' | 'center' | 'right' | 'bottom-left' | 'bottom' | 'bottom-right';
  /** Width (1 to 5000 px, default: 800). */ readonly width?: number;
  /** Height (1 to 5000 px, default: 1200). */ readonly height?: number;
  /** Background color (default: #ffffff). */ readonly background?: string;
  /** Format (default: mp4). */ readonly format?: 'mp4' | 'gif';
  /** Frame rate (1 to 30 fps). */ readonly frameRate?: number;
  /** Duration (1 to 60 s, default: 10). */ readonly durationSec?: number;
  /** Pause at the end (0 to 59 s, default: 1). */ readonly pauseSec?: number;
  /** Reveal by (default: character). */ readonly reveal?: 'character' | 'word' | 'line' | 'fade';
  /** Match the audio’s length (default: true). */ readonly matchAudio?: boolean;
  /** Captions as (default: burned). */ readonly captionsAs?: 'burned' | 'track' | 'both';
  /** Caption style. */ readonly captionStyle?: AnimateHorizontalCaptionStyle;
}

/** Make a video from audio and an image. */
export interface SoundToVideoParameters {
  /** Resolution: yt_1080p_landscape, tt_1080p_vertical, square_1080, yt_720p_landscape, tt_720p_vertical (default: yt_1080p_landscape). */ readonly resolution?: 'yt_1080p_landscape' | 'tt_1080p_vertical' | 'square_1080' | 'yt_720p_landscape' | 'tt_720p_vertical';
  /** End card (last second) (default: true). */ readonly endCard?: boolean;
  /** Watermark (default: false). */ readonly watermark?: boolean;
  /** Frame rate (1 to 60 fps, default: 30). */ readonly frameRate?: number;
  /** Quality (0 is best, 51 is worst) (0 to 51, default: 23). */ readonly quality?: number;
  /** Trim from the start of the audio (0 to 9999 s, default: 0). */ readonly trimStartSec?: number;
  /** Trim from the end of the audio (0 to 9999 s, default: 0). */ readonly trimEndSec?: number;
  /** Silence before audio (0 to 9999 s, default: 0). */ readonly blankStartSec?: number;
  /** Silence after audio (0 to 9999 s, default: 0). */ readonly blankEndSec?: number;
  /** Remove silence at both ends (default: false). */ readonly trimSilence?: boolean;
  /** Fade in (0 to 60 s, default: 0). */ readonly fadeInSec?: number;
  /** Fade out (0 to 60 s, default: 0). */ readonly fadeOutSec?: number;
  /** Loudness (default: off). */ readonly loudness?: 'off' | '-14' | '-16' | '-18' | '-23';
  /** Volume (-60 to 30 dB, default: 0). */ readonly volumeDb?: number;
  /** Tags and cover of the audio (default: true). */ readonly tags?: boolean;
  /** Waveform (default: none). */ readonly waveform?: 'none' | 'bars' | 'line' | 'mirrored' | 'circle';
  /** Height of the waveform (5 to 80%, default: 20). */ readonly waveformSize?: number;
  /** Place of the waveform (default: bottom). */ readonly waveformPlace?: 'top' | 'middle' | 'bottom';
  /** Progress bar (default: false). */ readonly progressBar?: boolean;
  /** Color of waveform and progress bar (default: #ffffff). */ readonly waveformColor?: string;
  /** Title on the video. */ readonly title?: string;
  /** Artist on the video. */ readonly artist?: string;
  /** Start image duration (0 to 9999 s, default: 0). */ readonly durStartSec?: number;
  /** Fit of the start image (default: cover). */ readonly fitStart?: 'cover' | 'contain';
  /** End image duration (0 to 9999 s, default: 0). */ readonly durEndSec?: number;
  /** Fit of the end image (default: cover). */ readonly fitEnd?: 'cover' | 'contain';
  /** Captions as (default: burned). */ readonly captionsAs?: 'burned' | 'track' | 'both';
  /** Caption style. */ readonly captionStyle?: AnimateHorizontalCaptionStyle;
  /** Fit of the main image (default: cover). */ readonly fitMain?: 'cover' | 'contain';
}

/** Make a video from audio and several images. */
export interface SoundToSlideshowParameters {
  /** Resolution: yt_1080p_landscape, tt_1080p_vertical, square_1080, yt_720p_landscape, tt_720p_vertical (default: yt_1080p_landscape). */ readonly resolution?: 'yt_1080p_landscape' | 'tt_1080p_vertical' | 'square_1080' | 'yt_720p_landscape' | 'tt_720p_vertical';
  /** Image duration (0.1 s or more, default: 2.5). */ readonly imageDurationSec?: number;
  /** Duration of each main image, in order (at most 20). */ readonly imageDurationsSec?: readonly number[];
  /** Transition duration (0 is none) (0 s or more, default: 0.3). */ readonly transitionSec?: number;
  /** End card (last second) (default: true). */ readonly endCard?: boolean;
  /** Watermark (default: false). */ readonly watermark?: boolean;
  /** Frame rate (1 to 60 fps, default: 30). */ readonly frameRate?: number;
  /** Quality (0 is best, 51 is worst) (0 to 51, default: 23). */ readonly quality?: number;
  /** Trim from the start of the audio (0 to 9999 s, default: 0). */ readonly trimStartSec?: number;
  /** Trim from the end of the audio (0 to 9999 s, default: 0). */ readonly trimEndSec?: number;
  /** Silence before audio (0 to 9999 s, default: 0). */ readonly blankStartSec?: number;
  /** Silence after audio (0 to 9999 s, default: 0). */ readonly blankEndSec?: number;
  /** Remove silence at both ends (default: false). */ readonly trimSilence?: boolean;
  /** Fade in (0 to 60 s, default: 0). */ readonly fadeInSec?: number;
  /** Fade out (0 to 60 s, default: 0). */ readonly fadeOutSec?: number;
  /** Loudness (default: off). */ readonly loudness?: 'off' | '-14' | '-16' | '-18' | '-23';
  /** Volume (-60 to 30 dB, default: 0). */ readonly volumeDb?: number;
  /** Tags and cover of the audio (default: true). */ readonly tags?: boolean;
  /** Waveform (default: none). */ readonly waveform?: 'none' | 'bars' | 'line' | 'mirrored' | 'circle';
  /** Height of the waveform (5 to 80%, default: 20). */ readonly waveformSize?: number;
  /** Place of the waveform (default: bottom). */ readonly waveformPlace?: 'top' | 'middle' | 'bottom';
  /** Progress bar (default: false). */ readonly progressBar?: boolean;
  /** Color of waveform and progress bar (default: #ffffff). */ readonly waveformColor?: string;
  /** Title on the video. */ readonly title?: string;
  /** Artist on the video. */ readonly artist?: string;
  /** Start image duration (0 to 9999 s, default: 0). */ readonly durStartSec?: number;
  /** Fit of the start image (default: cover). */ readonly fitStart?: 'cover' | 'contain';
  /** End image duration (0 to 9999 s, default: 0). */ readonly durEndSec?: number;
  /** Fit of the end image (default: cover). */ readonly fitEnd?: 'cover' | 'contain';
  /** Captions as (default: burned). */ readonly captionsAs?: 'burned' | 'track' | 'both';
  /** Caption style. */ readonly captionStyle?: AnimateHorizontalCaptionStyle;
  /** Fit of the main images (default: cover). */ readonly fitMain?: 'cover' | 'contain';
  /** Fit of each main image, in order (at most 20). */ readonly fitMainArray?: readonly ('cover' | 'contain')[];
}

/** Make a GIF, WebP, APNG or MP4 of images. */
export interface AnimateImagesParameters {
  /** Format (default: gif). */ readonly format?: 'gif' | 'webp' | 'png' | 'mp4';
  /** Delay (20 to 60000 ms, default: 500). */ readonly delay?: number;
  /** Delay of each image (at most 500). */ readonly delays?: readonly number[];
  /** Repetitions (0 is endless) (0 to 65535, default: 0). */ readonly loop?: number;
  /** Width (1 to 10000 px). */ readonly width?: number;
  /** Fit (default: contain). */ readonly fit?: 'contain' | 'cover';
  /** Background (default: transparent). */ readonly background?: string;
}

/** Save the frames of an animation as images. */
export interface ExtractFramesParameters {
  /** Frame (1 to 10000). */ readonly frame?: number;
}

/** Save a frame of a video as an image. */
export interface ExtractFrameParameters {
  /** Time (0 to 360000 s, required). */ readonly at: number;
}

/** Save a part of a video as MP4, GIF or WebP. */
export interface ExtractClipParameters {
  /** From (0 to 360000 s, required). */ readonly from: number;
  /** To (0 to 360000 s, required). */ readonly to: number;
  /** Format (default: mp4). */ readonly format?: 'mp4' | 'gif' | 'webp';
  /** Width (1 to 1920 px, default: 480). */ readonly width?: number;
  /** Frame rate (1 to 30 fps, default: 12). */ readonly frameRate?: number;
}

/** Save the audio of a video as an audio file. */
export interface ExtractAudioParameters {
  /** Format (default: mp3). */ readonly format?: 'mp3' | 'm4a' | 'wav' | 'flac' | 'opus';
  /** Bitrate (32 to 320 kbps, default: 192). */ readonly bitrate?: number;
  /** Sample format (default: 16). */ readonly bitDepth?: '16' | '24' | '32f';
  /** Sample rate: source, 8000, 16000, 22050, 24000, 32000, 44100, 48000, 96000 (default: source). */ readonly sampleRate?: 'source' | '8000' | '16000' | '22050' | '24000' | '32000' | '44100' | '48000' | '96000';
  /** Channels (default: source). */ readonly channels?: 'source' | '1' | '2';
  /** From (0 to 604800 s). */ readonly from?: number;
  /** To (0 to 604800 s). */ readonly to?: number;
}

/** Convert audio, or the audio of a video, to another format. */
export interface ConvertAudioParameters {
  /** Format (default: mp3). */ readonly format?: 'mp3' | 'm4a' | 'wav' | 'flac' | 'opus';
  /** Bitrate (32 to 320 kbps, default: 192). */ readonly bitrate?: number;
  /** Sample format (default: 16). */ readonly bitDepth?: '16' | '24' | '32f';
  /** Sample rate: source, 8000, 16000, 22050, 24000, 32000, 44100, 48000, 96000 (default: source). */ readonly sampleRate?: 'source' | '8000' | '16000' | '22050' | '24000' | '32000' | '44100' | '48000' | '96000';
  /** Channels (default: source). */ readonly channels?: 'source' | '1' | '2';
  /** From (0 to 604800 s). */ readonly from?: number;
  /** To (0 to 604800 s). */ readonly to?: number;
  /** Remove silence at both ends (default: false). */ readonly trimSilence?: boolean;
  /** Fade in (0 to 60 s, default: 0). */ readonly fadeInSec?: number;
  /** Fade out (0 to 60 s, default: 0). */ readonly fadeOutSec?: number;
  /** Loudness (default: off). */ readonly loudness?: 'off' | '-14' | '-16' | '-18' | '-23';
  /** Volume (-60 to 30 dB, default: 0). */ readonly volumeDb?: number;
}

/** Join audio, one file after another. */
export interface JoinAudioParameters {
  /** Crossfade (0 to 5 s, default: 0). */ readonly crossfadeSec?: number;
  /** Format (default: mp3). */ readonly format?: 'mp3' | 'm4a' | 'wav' | 'flac' | 'opus';
  /** Bitrate (32 to 320 kbps, default: 192). */ readonly bitrate?: number;
  /** Sample format (default: 16). */ readonly bitDepth?: '16' | '24' | '32f';
  /** Sample rate: source, 8000, 16000, 22050, 24000, 32000, 44100, 48000, 96000 (default: source). */ readonly sampleRate?: 'source' | '8000' | '16000' | '22050' | '24000' | '32000' | '44100' | '48000' | '96000';
  /** Channels (default: source). */ readonly channels?: 'source' | '1' | '2';
}

/** Convert WAV audio to MP3. */
export interface WavToMp3Parameters {
  /** Bitrate mode (default: cbr). */ readonly mode?: 'cbr' | 'vbr';
  /** Bitrate (32, 40, 48, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320 kbps, default: 192). */ readonly bitrate?: 32 | 40 | 48 | 64 | 80 | 96 | 112 | 128 | 160 | 192 | 224 | 256 | 320;
  /** VBR quality (0 is best) (0 to 9, default: 2). */ readonly vbrQuality?: number;
}

/** Convert MP3 audio to WAV. */
export interface Mp3ToWavParameters {
  /** Sample format (default: 16). */ readonly bitDepth?: '16' | '24' | 'float';
}

/** Show file details: no parameters. */
export type InspectParameters = Readonly<Record<string, never>>;

/** What each operation takes and makes. */
export interface OperationTypes {
  /** Convert images to another format. */
  readonly convert: { readonly inputs: { /** An image file. */ readonly image: FileInput; }; readonly parameters: ConvertParameters; readonly output: 'image' };
  /** Crop images to a rectangle. */
  readonly crop: { readonly inputs: { /** An image file. */ readonly image: FileInput; }; readonly parameters: CropParameters; readonly output: 'image' };
  /** Remove borders of one color, or transparent borders. */
  readonly trim: { readonly inputs: { /** An image file. */ readonly image: FileInput; }; readonly parameters: TrimParameters; readonly output: 'image' };
  /** Find the subject, and make the background transparent or one color. */
  readonly 'remove-background': { readonly inputs: { /** An image file. */ readonly image: FileInput; }; readonly parameters: RemoveBackgroundParameters; readonly output: 'image' };
  /** Rotate, flip and straighten images. */
  readonly rotate: { readonly inputs: { /** An image file. */ readonly image: FileInput; }; readonly parameters: RotateParameters; readonly output: 'image' };
  /** Resize images by a ratio or to a size. */
  readonly scale: { readonly inputs: { /** An image file. */ readonly image: FileInput; }; readonly parameters: ScaleParameters; readonly output: 'image' };
  /** Extend images to a size or aspect ratio. */
  readonly pad: { readonly inputs: { /** An image file. */ readonly image: FileInput; }; readonly parameters: PadParameters; readonly output: 'image' };
  /** Join images side by side, one below another, or in a grid. */
  readonly join: { readonly inputs: { /** A file each, at most 100. */ readonly images: readonly FileInput[]; }; readonly parameters: JoinParameters; readonly output: 'image' };
  /** Put images into a PDF, one per page. */
  readonly 'images-to-pdf': { readonly inputs: { /** A file each, at most 500. */ readonly images: readonly FileInput[]; }; readonly parameters: ImagesToPdfParameters; readonly output: 'file' };
  /** Change light and colors of images. */
  readonly 'adjust-color': { readonly inputs: { /** An image file. */ readonly image: FileInput; }; readonly parameters: AdjustColorParameters; readonly output: 'image' };
  /** Blur or sharpen images. */
  readonly 'blur-sharpen': { readonly inputs: { /** An image file. */ readonly image: FileInput; }; readonly parameters: BlurSharpenParameters; readonly output: 'image' };
  /** Permanently hide areas of images. */
  readonly redact: { readonly inputs: { /** An image file. */ readonly image: FileInput; }; readonly parameters: RedactParameters; readonly output: 'image' };
  /** Put a text or logo over the whole image, or in a corner. */
  readonly watermark: { readonly inputs: { /** An image file. */ readonly base: FileInput; /** An image file. */ readonly image?: FileInput; }; readonly parameters: WatermarkParameters; readonly output: 'image' };
  /** Draw shapes on images or on a blank background. */
  readonly 'draw-shapes': { readonly inputs: { /** An image file. */ readonly image?: FileInput; /** A file each, at most 10. */ readonly shapeImages?: readonly FileInput[]; }; readonly parameters: DrawShapesParameters; readonly output: 'image' };
  /** Cut out a subject, or make a mask from a gray level, image or strokes. */
  readonly 'make-mask': { readonly inputs: { /** An image file. */ readonly image?: FileInput; }; readonly parameters: MakeMaskParameters; readonly output: 'image' };
  /** Blend images through a mask. */
  readonly layer: { readonly inputs: { /** An image file. */ readonly top?: FileInput; /** An image file. */ readonly bottom?: FileInput; /** An image file. */ readonly mask?: FileInput; }; readonly parameters: LayerParameters; readonly output: 'image' };
  /** Put text on images, in up to ten boxes. */
  readonly 'write-texts': { readonly inputs: { /** An image file. */ readonly image?: FileInput; /** A file each, at most 10. */ readonly fonts?: readonly FileInput[]; }; readonly parameters: WriteTextsParameters; readonly output: 'image' };
  /** Typeset text horizontally. */
  readonly 'write-horizontal': { readonly inputs: { /** An image file. */ readonly image?: FileInput; /** A file each, at most 10. */ readonly fonts?: readonly FileInput[]; }; readonly parameters: WriteHorizontalParameters; readonly output: 'image' };
  /** Typeset text in vertical Japanese columns. */
  readonly 'write-vertical': { readonly inputs: { /** An image file. */ readonly image?: FileInput; /** A file each, at most 10. */ readonly fonts?: readonly FileInput[]; }; readonly parameters: WriteVerticalParameters; readonly output: 'image' };
  /** Animate horizontal text. */
  readonly 'animate-horizontal': { readonly inputs: { /** An image file. */ readonly image?: FileInput; /** A file each, at most 10. */ readonly fonts?: readonly FileInput[]; /** An audio file. */ readonly audio?: FileInput; /** A file. */ readonly captions?: FileInput; }; readonly parameters: AnimateHorizontalParameters; readonly output: 'file' };
  /** Animate vertical Japanese text. */
  readonly 'animate-vertical': { readonly inputs: { /** An image file. */ readonly image?: FileInput; /** A file each, at most 10. */ readonly fonts?: readonly FileInput[]; /** An audio file. */ readonly audio?: FileInput; /** A file. */ readonly captions?: FileInput; }; readonly parameters: AnimateVerticalParameters; readonly output: 'file' };
  /** Make a video from audio and an image. */
  readonly 'sound-to-video': { readonly inputs: { /** An audio file. */ readonly audio: FileInput; /** A file. */ readonly main: FileInput; /** A file. */ readonly start?: FileInput; /** A file. */ readonly end?: FileInput; /** A file. */ readonly captions?: FileInput; /** A file each, at most 10. */ readonly fonts?: readonly FileInput[]; }; readonly parameters: SoundToVideoParameters; readonly output: 'file' };
  /** Make a video from audio and several images. */
  readonly 'sound-to-slideshow': { readonly inputs: { /** A file each, at most 20. */ readonly main: readonly FileInput[]; /** An audio file. */ readonly audio: FileInput; /** A file. */ readonly start?: FileInput; /** A file. */ readonly end?: FileInput; /** A file. */ readonly captions?: FileInput; /** A file each, at most 10. */ readonly fonts?: readonly FileInput[]; }; readonly parameters: SoundToSlideshowParameters; readonly output: 'file' };
  /** Make a GIF, WebP, APNG or MP4 of images. */
  readonly 'animate-images': { readonly inputs: { /** A file each, at most 500. */ readonly images: readonly FileInput[]; }; readonly parameters: AnimateImagesParameters; readonly output: 'file' };
  /** Save the frames of an animation as images. */
  readonly 'extract-frames': { readonly inputs: { /** A file. */ readonly image: FileInput; }; readonly parameters: ExtractFramesParameters; readonly output: 'image' };
  /** Save a frame of a video as an image. */
  readonly 'extract-frame': { readonly inputs: { /** A video file. */ readonly video: FileInput; }; readonly parameters: ExtractFrameParameters; readonly output: 'image' };
  /** Save a part of a video as MP4, GIF or WebP. */
  readonly 'extract-clip': { readonly inputs: { /** A video file. */ readonly video: FileInput; }; readonly parameters: ExtractClipParameters; readonly output: 'file' };
  /** Save the audio of a video as an audio file. */
  readonly 'extract-audio': { readonly inputs: { /** A video file. */ readonly video: FileInput; }; readonly parameters: ExtractAudioParameters; readonly output: 'file' };
  /** Convert audio, or the audio of a video, to another format. */
  readonly 'convert-audio': { readonly inputs: { /** An audio file. */ readonly audio: FileInput; }; readonly parameters: ConvertAudioParameters; readonly output: 'file' };
  /** Join audio, one file after another. */
  readonly 'join-audio': { readonly inputs: { /** An audio file each, at most 100. */ readonly audio: readonly FileInput[]; }; readonly parameters: JoinAudioParameters; readonly output: 'file' };
  /** Convert WAV audio to MP3. */
  readonly 'wav-to-mp3': { readonly inputs: { /** An audio file. */ readonly audio: FileInput; }; readonly parameters: WavToMp3Parameters; readonly output: 'file' };
  /** Convert MP3 audio to WAV. */
  readonly 'mp3-to-wav': { readonly inputs: { /** An audio file. */ readonly audio: FileInput; }; readonly parameters: Mp3ToWavParameters; readonly output: 'file' };
  /** Show file details. */
  readonly inspect: { readonly inputs: { /** A file. */ readonly file: FileInput; }; readonly parameters: InspectParameters; readonly output: 'data' };
}
