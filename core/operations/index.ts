import type { ImageEncoding } from '../image/codecs/encode.ts';
import type { FrameSurvey, InputSpecs, OutputTypes } from '../operation.ts';
import type { Parameters } from '../parameters/fields.ts';
import type { OperationContext } from '../platform/context.ts';
import { adjustColor } from './adjust-color.ts';
import { animateHorizontal } from './animate-horizontal.ts';
import { animateImages } from './animate-images.ts';
import { animateVertical } from './animate-vertical.ts';
import { blurSharpen } from './blur-sharpen.ts';
import { convert } from './convert.ts';
import { convertAudio } from './convert-audio.ts';
import { crop } from './crop.ts';
import { drawShapes } from './draw-shapes.ts';
import { extractAudio } from './extract-audio.ts';
import { extractClip } from './extract-clip.ts';
import { extractFrame } from './extract-frame.ts';
import { extractFrames } from './extract-frames.ts';
import { imagesToPdf } from './images-to-pdf.ts';
import { inspect } from './inspect.ts';
import { join } from './join.ts';
import { joinAudio } from './join-audio.ts';
import { layer } from './layer.ts';
import { makeMask } from './make-mask.ts';
import { mp3ToWav } from './mp3-to-wav.ts';
import { pad } from './pad.ts';
import { redact } from './redact.ts';
import { removeBackground } from './remove-background.ts';
import { rotate } from './rotate.ts';
import { scale } from './scale.ts';
import { soundToSlideshow } from './sound-to-slideshow.ts';
import { soundToVideo } from './sound-to-video.ts';
import { trim } from './trim.ts';
import { watermark } from './watermark.ts';
import { wavToMp3 } from './wav-to-mp3.ts';
import { writeHorizontal } from './write-horizontal.ts';
import { writeTexts } from './write-texts.ts';
import { writeVertical } from './write-vertical.ts';

/** All operations, in the order in which the page and the command list operations. */
export const operations = [
  convert,
  crop,
  trim,
  removeBackground,
  rotate,
  scale,
  pad,
  join,
  imagesToPdf,
  adjustColor,
  blurSharpen,
  redact,
  watermark,
  drawShapes,
  makeMask,
  layer,
  writeTexts,
  writeHorizontal,
  writeVertical,
  animateHorizontal,
  animateVertical,
  soundToVideo,
  soundToSlideshow,
  animateImages,
  extractFrames,
  extractFrame,
  extractClip,
  extractAudio,
  convertAudio,
  joinAudio,
  wavToMp3,
  mp3ToWav,
  inspect,
] as const;

export type OperationId = (typeof operations)[number]['id'];

/** An operation with unspecific parameter types, for recipes and flags. */
export interface AnyOperation {
  readonly id: OperationId;
  readonly inputs: InputSpecs;
  readonly params: Parameters;
  readonly output: keyof OutputTypes;
  readonly check?: (params: any) => void;
  readonly checkInputs?: (params: any, inputs: any) => void;
  readonly extensions?: readonly string[];
  readonly animationOf?: string;
  readonly perFrame?: boolean;
  readonly survey?: (params: any) => Promise<FrameSurvey | undefined>;
  readonly encoding?: (params: any) => ImageEncoding;
  readonly isTransparent?: (params: any) => boolean;
  readonly run: (inputs: any, params: any, context: OperationContext) => Promise<OutputTypes[keyof OutputTypes]>;
}

export function findOperation(id: string): AnyOperation | undefined {
  return (operations as readonly AnyOperation[]).find((operation) => operation.id === id);
}
