import type { TaskContext } from '../../platform/context.ts';
import { convertPixels } from '../color/color-conversion.ts';
import { conversionOf, type NclxCodes, nclxSpace } from '../color/nclx.ts';
import type { DecodedPixels, WorkerImage } from '../formats/image-format.ts';
import { formatNamed, type InputFormat } from '../formats/registry.ts';

declare module '../../platform/workers.ts' {
  interface CoreTaskFunctions {
    'decode-pixels': typeof decodePixels;
    'encode-pixels': typeof encodePixels;
  }
}

export interface PixelDecodeInput {
  readonly format: InputFormat;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** AVIF only: color codes of the source's color space. For HEIC, the decoder reads the color codes. */
  readonly nclx?: NclxCodes | undefined;
  /** HEIC only: true if an ICC profile takes precedence over the color codes. */
  readonly hasProfile?: boolean | undefined;
}

export interface WorkerEncodeInput extends WorkerImage {
  readonly format: InputFormat;
}

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

/** Encodes an image with a WebAssembly codec. Runs in a worker. */
export async function encodePixels(
  { format, ...image }: WorkerEncodeInput,
  context: TaskContext,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await formatNamed(format).encodeInWorker?.(image, context);
  if (!bytes) throw new TypeError(`No worker encodes ${format}`);
  return new Uint8Array(bytes);
}
