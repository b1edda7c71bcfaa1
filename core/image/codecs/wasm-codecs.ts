import type { Raster } from '../../base/raster.ts';
import type { TaskContext } from '../../platform/context.ts';
import type { WasmModule } from '../../platform/wasm.ts';
import { convertPixels } from '../color/color-conversion.ts';
import { conversionOf, type NclxCodes, nclxSpace } from '../color/nclx.ts';
import type { DecodedPixels } from '../formats/image-format.ts';
import type { ChromaSubsampling } from '../formats/output-formats.ts';
import { formatNamed, type InputFormat } from '../formats/registry.ts';

declare module '../../platform/workers.ts' {
  interface CoreTaskFunctions {
    'decode-pixels': typeof decodePixels;
    'encode-wasm': typeof encodeWithWasm;
  }
}

/** Formats with WebAssembly codecs, because image decoders of platforms lose colors at low alpha. */
export type WasmFormat = 'webp' | 'avif';

/** Formats with a WebAssembly encoder: WebP, AVIF, and JPG by MozJPEG. */
type EncodedFormat = WasmFormat | 'jpg';

export interface PixelDecodeInput {
  readonly format: InputFormat;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** AVIF only: color codes of the source's color space. For HEIC, the decoder reads the color codes. */
  readonly nclx?: NclxCodes | undefined;
  /** HEIC only: true if an ICC profile takes precedence over the color codes. */
  readonly hasProfile?: boolean | undefined;
}

export interface WasmEncodeInput extends Raster {
  readonly format: EncodedFormat;
  /** Quality of the encoder, from 0 to 1. */
  readonly quality: number;
  readonly effort?: number | undefined;
  readonly lossless?: boolean | undefined;
  readonly chroma?: ChromaSubsampling | undefined;
}

/** Default encoding efforts by format, 0 to 9, as measured in decision record 0023. */
const EFFORT = { webp: 6, avif: 3 } as const;

/** The slowest value of libwebp's option `method`; 0 is fastest. */
const WEBP_METHODS = 6;
/** The slowest effort. libaom's option `speed` counts in the other direction: 0 is slowest. */
const MAX_EFFORT = 9;

/** Values of the chroma subsampling options `subsample` of @jsquash/avif and `chroma_subsample` of @jsquash/jpeg. */
const SUBSAMPLE = { '4:2:0': 1, '4:4:4': 3 } as const;
const JPEG_SUBSAMPLE = { '4:2:0': 2, '4:4:4': 1 } as const;

/** Value of MozJPEG's option for the quantization tables of T.81, annex K, as in core's JPEG encoder. */
const ANNEX_K_TABLES = 0;

// Types of the WebAssembly codecs. The codecs' own types refer to types of the DOM, which core lacks.
type Init = (module: WasmModule) => Promise<unknown>;

/** Decodes an image with a WebAssembly codec. Runs in a worker, because decoding blocks its thread. */
export async function decodePixels(
  { format, bytes, nclx, hasProfile = false }: PixelDecodeInput,
  context: TaskContext,
): Promise<DecodedPixels> {
  const decoded = await formatNamed(format).decodeInWorker?.(bytes, context);
  if (!decoded) throw new TypeError(`No worker decodes ${format}`);
  const { width, height, data, damage, undrawn, nclx: own } = decoded;
  // Copies pixels that are a view of the codec's memory, because the codec's memory must not be transferred.
  const owned = data.byteLength === data.buffer.byteLength ? data : data.slice();
  const codes = hasProfile ? undefined : (nclx ?? own);
  const space = codes && nclxSpace(codes.primaries, codes.transfer);
  const conversion = space && conversionOf(space);
  const raster = { width, height, data: owned };
  return { ...(conversion ? convertPixels({ ...raster, conversion }) : raster), damage, undrawn };
}

export async function encodeWithWasm(
  input: WasmEncodeInput,
  { platform }: TaskContext,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await encoders[input.format](input, platform.wasm);
  return new Uint8Array(bytes as ArrayBuffer);
}

const encoders: Record<
  EncodedFormat,
  (input: WasmEncodeInput, wasm: TaskContext['platform']['wasm']) => Promise<unknown>
> = {
  jpg: async (input, wasm) => {
    const codec = await import('@jsquash/jpeg/encode.js');
    await (codec.init as unknown as Init)(await wasm('jpeg-encoder'));
    const { quality, chroma = 'auto' } = input;
    const percent = Math.round(quality * 100);
    const subsampling = chroma === 'auto' ? (percent < 100 ? '4:2:0' : '4:4:4') : chroma;
    return codec.default(input as never, {
      quality: percent,
      quant_table: ANNEX_K_TABLES,
      auto_subsample: false,
      chroma_subsample: JPEG_SUBSAMPLE[subsampling],
    });
  },
  webp: async (input, wasm) => {
    const codec = await import('@jsquash/webp/encode.js');
    await (codec.init as unknown as Init)(await wasm('webp-encoder'));
    // The option `exact` preserves the color of transparent pixels, which libwebp discards by default.
    const { quality, effort = EFFORT.webp, lossless } = input;
    const method = Math.round((effort * WEBP_METHODS) / MAX_EFFORT);
    // In lossless mode, libwebp's `quality` is the compression effort. The default effort has quality 82.
    const mode = lossless ? { lossless: 1, quality: 100 * Math.sqrt(effort / MAX_EFFORT) } : { quality: quality * 100 };
    return codec.default(input as never, { ...mode, method, exact: 1 });
  },
  avif: async (input, wasm) => {
    const codec = await import('@jsquash/avif/encode.js');
    await (codec.init as unknown as Init)(await wasm('avif-encoder'));
    const { quality, effort = EFFORT.avif, lossless, chroma = 'auto' } = input;
    const speed = MAX_EFFORT - effort;
    if (lossless) return codec.default(input as never, { lossless: true, speed });
    const subsample = SUBSAMPLE[chroma === 'auto' ? '4:2:0' : chroma];
    return codec.default(input as never, { quality: Math.round(quality * 100), speed, subsample });
  },
};
