import type { Damage } from '../../base/damage.ts';
import type { WarningCode } from '../../base/errors.ts';
import type { Raster } from '../../base/raster.ts';
import type { Size } from '../../geometry/point.ts';
import type { OperationContext, TaskContext } from '../../platform/context.ts';
import type { ForeignColors } from '../color/color-conversion.ts';
import type { NclxCodes } from '../color/nclx.ts';
import type { PixelRect } from '../crop.ts';
import type { CodedAnimation } from '../frames/coded-frame.ts';
import type { FrameSource } from '../frames/encode-changes.ts';
import type { Density } from '../metadata/density.ts';
import type { Embedded, PreservedMetadata } from '../metadata/embedded.ts';
import type { Orientation } from '../orientation.ts';
import type { EncodeOptions } from './output-formats.ts';

/** The header of an image file, without the format's name. */
export interface FileHeader {
  /** Width of the stored pixels. Exif orientations 5 to 8 swap width and height. */
  readonly width: number;
  readonly height: number;
  readonly orientation: Orientation;
  readonly hasDamagedExif?: boolean;
  readonly bitDepth: number;
  /** Number of stored channels: 1 for gray, 3 for color, 4 for CMYK or color with alpha. */
  readonly channels: number;
  /** False only if it is certain that every pixel is opaque. */
  readonly mayHaveAlpha: boolean;
  readonly hasProfile: boolean;
  readonly animated: boolean;
  /** TIFF only: number of pages, if there are several. Only the first page is decoded. */
  readonly pages?: number;
}

/** The fields of a header that differ from those of a still, upright image with 8 bits and without a profile. */
export type FoundHeader = Partial<FileHeader> & Pick<FileHeader, 'width' | 'height' | 'channels' | 'mayHaveAlpha'>;

/** Decoded pixels before Exif orientation is applied, with the damage that the decoder found. */
export interface DecodedPixels extends Raster {
  readonly damage?: Damage | undefined;
  /** Parts of an SVG that are missing or not drawn as in browsers, as the file writes them. */
  readonly undrawn?: readonly string[] | undefined;
}

export type ReadHeader = (bytes: Uint8Array) => (Size & { readonly format: string }) | undefined;

type Bytes = Uint8Array<ArrayBuffer>;
export type EncodeContext = Pick<OperationContext, 'platform' | 'signal' | 'onProgress'>;
export type DecodeContext = Pick<OperationContext, 'platform' | 'signal' | 'failOn'>;

export interface Coding {
  /** Chroma subsampling of YCbCr, such as `4:2:0`; `undefined` for gray, RGB and palettes. */
  readonly chromaSubsampling?: string | undefined;
  /** True for progressive JPEG, and for interlaced PNG and GIF. */
  readonly progressive: boolean;
  readonly frames: number;
  /** Number of times that an animation plays; 0 repeats forever. */
  readonly loop?: number | undefined;
  /** Color codes of an AVIF or HEIC that state colors other than sRGB. */
  readonly codes?: string | undefined;
}

/** Reading and writing of metadata. Functions may throw RangeError for damaged files. */
export interface FormatMetadata {
  /** Returns Exif from the TIFF header on; `undefined` if missing or incomplete. */
  findExif?(bytes: Uint8Array): Uint8Array | undefined;
  /** Returns the print resolution. By default, Exif states the resolution. */
  readDensity?(bytes: Uint8Array, inExif: Density | undefined): Density | undefined;
  /** Returns the parts that may contain XMP and IPTC; by default the whole file. */
  textBlocks?(bytes: Uint8Array): readonly Uint8Array[];
  readCoding?(bytes: Uint8Array): Partial<Coding>;
  /** Replaces all metadata in a file that Fudebako encoded, such as the encoder's profile. Pixel data is unchanged. */
  embed?(bytes: Bytes, embedded: Embedded, size: Size): Bytes;
  /**
   * Rebuilds a file from the parts that its pixels depend on, without decoding pixels. Everything else is omitted:
   * metadata, unknown segments and chunks, unused tables, second images, bytes between and after these parts.
   * @returns `undefined` for unsupported structures
   */
  strip?(bytes: Bytes, kept?: PreservedMetadata): Bytes | undefined;
  /**
   * Returns copies from which the last bytes of compressed pixel data are cut off. If such a copy has the same pixels,
   * the data has excess bytes, which may be a text. JPEG and AVIF need no such copies: the JPEG decoder reports excess
   * bytes, and the length of AV1 data is stated.
   */
  shortened?(bytes: Bytes): Bytes[];
}

/** An image for an encoder in a worker. */
export interface WorkerImage extends Raster, Pick<EncodeOptions, 'effort' | 'lossless' | 'chroma'> {
  /** Quality of the encoder, from 0 to 1. */
  readonly quality: number;
}

/** Everything that core does with files of one format. A missing function means that the format can't or needn't. */
export interface ImageFormat<Name extends string = string> {
  /** The name in results, and of the output format if Fudebako writes the format. */
  readonly name: Name;
  /** Peak memory in bytes per pixel of decoding an image, changing it and writing a PNG (`tests/core/peak-memory.test.ts`). */
  readonly bytesPerPixel: number;
  matches(bytes: Uint8Array): boolean;
  /** Returns `undefined` for a damaged or unsupported header. May throw RangeError for a damaged header. */
  readHeader(bytes: Uint8Array): FoundHeader | undefined;
  /** True if a file without a readable header is truncated. */
  isCut?(bytes: Uint8Array): boolean;
  /** Throws FudebakoError for a file with a readable header that can't be decoded. */
  check?(bytes: Uint8Array): void;
  /** True if files state the print resolution without Exif. */
  readonly statesDensity?: boolean;
  /** Loads the functions for metadata. */
  metadata?(): Promise<FormatMetadata>;
  /** Returns the number of pixels of the images inside an image, whose headers `readHeader` reads. */
  embeddedPixels?(bytes: Uint8Array, readHeader: ReadHeader): Promise<number>;
  /** Returns the code of a warning that is known before decoding. */
  warningOf?(bytes: Uint8Array): WarningCode | undefined;
  /** Returns colors other than sRGB. By default, an ICC profile states the colors. */
  readColors?(bytes: Uint8Array, channels: number): Promise<ForeignColors | undefined>;
  /** Returns the ICC profile, which may be a view of `bytes`. May throw for a damaged profile. */
  readProfile?(bytes: Uint8Array): Promise<Uint8Array | undefined>;
  /** Decodes to sRGB, or a part. By default, `decodeInWorker` decodes, then core converts the colors. */
  decode?(bytes: Bytes, header: FileHeader, context: DecodeContext, part?: PixelRect): Promise<DecodedPixels>;
  /** True if `decode` can decode a part of an upright image faster than the image. */
  readonly decodesParts?: boolean;
  /** Decodes a part and scales it row by row. Returns `undefined` if this is impossible. */
  decodeScaled?(
    bytes: Bytes,
    header: FileHeader,
    part: PixelRect,
    size: Size,
    context: DecodeContext,
  ): Promise<Raster | undefined>;
  /** Decodes the stored pixels in a worker, because decoding blocks its thread. */
  decodeInWorker?(bytes: Bytes, task: TaskContext): Promise<DecodedPixels & { readonly nclx?: NclxCodes | undefined }>;
  /** Encodes a still image. */
  encode?(raster: Raster, options: EncodeOptions, context: EncodeContext): Promise<Bytes>;
  /** Encodes in a worker. */
  encodeInWorker?(image: WorkerImage, task: TaskContext): Promise<ArrayBuffer>;
  /** Returns false if an image that starts with some bytes is certainly no animation. */
  mayBeAnimated?(start: Uint8Array): boolean;
  /** Opens the frames of an animation. */
  openAnimation?(bytes: Uint8Array, canvas: Size): Promise<CodedAnimation | undefined>;
  writeAnimation?(source: FrameSource, options: EncodeOptions, context: EncodeContext): Promise<void>;
  /** True if a small file can take long, so that only a worker, which can be terminated, may decode it. */
  readonly mayTakeLong?: boolean;
}
