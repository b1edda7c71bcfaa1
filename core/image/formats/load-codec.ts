import { copyRaster, type Raster } from '../../base/raster.ts';
import type { WasmModule } from '../../platform/wasm.ts';
import type { CoreTaskFunctions } from '../../platform/workers.ts';
import type { EncodeContext, WorkerImage } from './image-format.ts';

/** A codec of @jsquash. The codecs' own types refer to types of the DOM, which core lacks. */
interface Codec {
  readonly init: unknown;
  readonly default: unknown;
}

async function load(codec: Promise<Codec>, module: Promise<WasmModule>): Promise<unknown> {
  // Together, so that a module that fails while the codec still loads is not an unhandled rejection.
  const [{ init, default: run }, compiled] = await Promise.all([codec, module]);
  await (init as (module: WasmModule) => Promise<unknown>)(compiled);
  return run;
}

export const loadEncoder = (codec: Promise<Codec>, module: Promise<WasmModule>) =>
  load(codec, module) as Promise<(image: Raster, options: object) => Promise<ArrayBuffer>>;

export const loadDecoder = (codec: Promise<Codec>, module: Promise<WasmModule>) =>
  load(codec, module) as Promise<(bytes: Uint8Array<ArrayBuffer>) => Promise<Raster>>;

type WorkerFormat = Parameters<CoreTaskFunctions['encode-pixels']>[0]['format'];

/** The slowest effort of an encoder; 0 is the fastest. */
export const MAX_EFFORT = 9;

/** Encodes an image in a worker. Copies the image, whose memory is transferred, unless `isOwned`. */
export function encodeInWorker(
  format: WorkerFormat,
  raster: Raster,
  { quality, effort, lossless, chroma }: Omit<WorkerImage, keyof Raster>,
  { platform, signal, onProgress }: EncodeContext,
  isOwned = false,
): Promise<Uint8Array<ArrayBuffer>> {
  const { width, height, data } = isOwned ? raster : copyRaster(raster);
  return platform.workers.run(
    'encode-pixels',
    { format, quality, effort, lossless, chroma, width, height, data },
    { signal, onProgress, transfer: [data.buffer], workBytes: data.length },
  );
}
