import { FudebakoError } from '../../base/errors.ts';
import { MAX_PIXELS } from '../../base/limits.ts';
import type { Size } from '../../geometry/point.ts';
import type { MetadataChoice } from '../metadata/choices.ts';
import { output as avif } from './avif/output.ts';
import { output as gif } from './gif/output.ts';
import { output as jpg } from './jpeg/output.ts';
import { output as png } from './png/output.ts';
import { output as webp } from './webp/output.ts';

/** Output formats of still images, named by file extension. */
export const stillFormats = ['jpg', 'png', 'webp', 'avif'] as const;
export type StillFormat = (typeof stillFormats)[number];

/** Output formats of animations. PNG and WebP also store still images; a GIF of a still image has one frame. */
export const animatedFormats = ['gif', 'webp', 'png', 'mp4'] as const;
export type AnimatedFormat = (typeof animatedFormats)[number];

export const outputFormats = [...stillFormats, 'gif', 'mp4'] as const;
export type OutputFormat = (typeof outputFormats)[number];

export const isAnimatedFormat = (format: OutputFormat): format is AnimatedFormat =>
  animatedFormats.some((each) => each === format);

export const chromaSubsamplings = ['auto', '4:2:0', '4:4:4'] as const;
export type ChromaSubsampling = (typeof chromaSubsamplings)[number];

/** Options of an image file. Formats ignore the options that they lack. */
export interface EncodeOptions {
  /** Image quality from 0 to 1, on one scale for all formats with a quality setting. */
  readonly quality?: number | undefined;
  /** Compression of PNG, 0 (fastest) to 9 (smallest). */
  readonly compression?: number | undefined;
  /** Maximum number of colors of PNG and of each frame of GIF, from 2 to 256. By default, PNG keeps every color. */
  readonly colors?: number | undefined;
  /** Whether to dither an image with fewer `colors`. True by default. */
  readonly dithering?: boolean | undefined;
  /** If true, writes progressive JPG, which appears coarse first while loading. False by default. */
  readonly progressive?: boolean | undefined;
  /** If true, encodes JPG with MozJPEG, which is slower and produces smaller files. False by default. */
  readonly smaller?: boolean | undefined;
  /** Encoding effort of WebP and AVIF, from 0 to 9. More effort is slower and produces smaller files. */
  readonly effort?: number | undefined;
  /** If true, keeps every pixel in WebP and AVIF, and also in JPG if the source is JPG. False by default. */
  readonly lossless?: boolean | undefined;
  /** Chroma subsampling of JPG and AVIF; by default 4:2:0 below the maximum quality. */
  readonly chroma?: ChromaSubsampling | undefined;
  /** If true, writes only the first frame of an animation. False by default. */
  readonly firstFrame?: boolean | undefined;
  /** If true, fills transparent and translucent pixels with `background`. False by default. */
  readonly flatten?: boolean | undefined;
  /** Color that `flatten` puts below the image; white by default. */
  readonly background?: string | undefined;
  /** Maximum number of frames per second of an animation. By default, an animation keeps every frame. */
  readonly frameRate?: number | undefined;
  /** Maximum file size in units of 1,000 bytes. Lowers the quality until the file fits. */
  readonly maxKilobytes?: number | undefined;
  /** Metadata to write into the image; none by default. */
  readonly metadata?: MetadataChoice | undefined;
  /** If true, writes the source file without metadata when the encoded file would be larger and has the same pixels. */
  readonly neverLarger?: boolean | undefined;
}

interface Output {
  readonly mimeType: string;
  readonly otherExtension?: string;
  /** Longest side of an image in pixels. */
  readonly maxSide: number;
  /** The options that have an effect, with their defaults. */
  readonly options: Omit<EncodeOptions, 'lossless'> & { readonly lossless?: boolean | 'always' | 'by copy' };
  /** The options that have an effect on animations, too. */
  readonly animationOptions?: readonly (keyof EncodeOptions)[];
}

/** Adds the options that all formats have. */
const any = (output: Output): Output => ({
  ...output,
  options: { ...output.options, flatten: false, background: '#ffffff' },
});

/** Adds the options that all formats of still images have. */
const still = (output: Output): Output =>
  any({ ...output, options: { ...output.options, metadata: 'none', neverLarger: false } });

const outputs: Readonly<Record<OutputFormat, Output>> = {
  jpg: still(jpg),
  png: still(png),
  webp: still(webp),
  avif: still(avif),
  gif: any(gif),
  mp4: any({ mimeType: 'video/mp4', maxSide: 16_384, options: {} }),
};

export const optionsOf = (format: OutputFormat): Output['options'] => outputs[format].options;

/** Returns the formats in which an option has an effect, or only those with the default `as`. */
export const formatsWith = (option: string, as?: unknown): OutputFormat[] =>
  outputFormats.filter((format) => {
    const options: Readonly<Record<string, unknown>> = optionsOf(format);
    return Object.hasOwn(options, option) && (as === undefined || options[option] === as);
  });

/** Returns an option's default, if it is the same in all formats with the option. */
export function sharedDefault<Name extends keyof EncodeOptions>(option: Name): Output['options'][Name] {
  const [first, ...others] = formatsWith(option).map((format) => optionsOf(format)[option]);
  return others.every((each) => each === first) ? first : undefined;
}

/** Returns the options that change a file of a format: without defaults, and without options that the format lacks. */
export function effectiveOptions<Options extends object>(format: OutputFormat, options: Options): Partial<Options> {
  const defaults: Readonly<Record<string, unknown>> = optionsOf(format);
  const changes = ([name, value]: [string, unknown]) =>
    value !== undefined && value !== defaults[name] && (name in defaults || formatsWith(name).length === 0);
  return Object.fromEntries(Object.entries(options).filter(changes)) as Partial<Options>;
}

/** Options for animations whatever their format, or with a warning or an error of their own. */
const ANIMATION_OPTIONS = ['format', 'flatten', 'background', 'frameRate', 'firstFrame', 'metadata', 'maxKilobytes'];

/** Returns the options in use that change only still images of a format, and not its animations. */
export function stillOptions(format: OutputFormat, options: EncodeOptions): string[] {
  const { animationOptions = [] } = outputs[format];
  const known: readonly string[] = [...ANIMATION_OPTIONS, ...animationOptions];
  return Object.keys(effectiveOptions(format, options)).filter((name) => !known.includes(name));
}

/** Returns the name that visitors see for a file extension, such as `WebP` for `webp`. */
export const formatName = (extension: string): string => (extension === 'webp' ? 'WebP' : extension.toUpperCase());

export const imageMimeType = (format: OutputFormat): string => outputs[format].mimeType;

export function imageFormatOf(extension: string): OutputFormat | undefined {
  const lower = extension.toLowerCase();
  return outputFormats.find((format) => format === lower || outputs[format].otherExtension === lower);
}

/** Throws FudebakoError `imageSide` or `imageTooLarge` if the output format can't hold an image of a size. */
export function checkOutputSize({ width, height }: Size, format: OutputFormat): void {
  const side = outputs[format].maxSide;
  if (Math.max(width, height) > side)
    throw new FudebakoError('imageSide', { format: formatName(format), width, height, side });
  if (width * height > MAX_PIXELS)
    throw new FudebakoError('imageTooLarge', { width, height, megapixels: MAX_PIXELS / 1e6 });
}
