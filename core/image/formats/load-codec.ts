import { copyRaster, type Raster } from '../../base/raster.ts';
import type { WasmModule } from '../../platform/wasm.ts';
import type { CoreTaskFunctions } from '../../platform/workers.ts';
import { CodecInstance, type InstanceOptions } from './codec-instance.ts';
import type { EncodeContext, WorkerImage } from './image-format.ts';

/** A codec of @jsquash. The codecs' own types refer to types of the DOM, which core lacks. */
interface Codec {
  readonly init: unknown;
  readonly default: unknown;
}

/** The instance of each codec that this thread has used, by the codec's function. */
const instances = new Map<unknown, CodecInstance>();

async function load<Input extends unknown[], Output>(
  codec: Promise<Codec>,
  module: Promise<WasmModule>,
): Promise<(...input: Input) => Promise<Output>> {
  // Together, so that a module that fails while the codec still loads is not an unhandled rejection.
  const [{ init, default: run }, compiled] = await Promise.all([codec, module]);
  if (!instances.get(run)?.reset()) {
    const begin = init as (module: WasmModule, options: InstanceOptions) => Promise<unknown>;
    instances.set(run, await CodecInstance.create(compiled, (options) => begin(compiled, options)));
  }
  return async (...input) => {
    try {
      return await (run as (...input: Input) => Promise<Output>)(...input);
    } catch (error) {
      // After an error, more than the memory may have changed, such as the stack pointer.
      instances.delete(run);
      throw error;
    }
  };
}

export const loadEncoder = (codec: Promise<Codec>, module: Promise<WasmModule>) =>
  load<[image: Raster, options: object], ArrayBuffer>(codec, module);

export const loadDecoder = (codec: Promise<Codec>, module: Promise<WasmModule>) =>
  load<[bytes: Uint8Array<ArrayBuffer>], Raster>(codec, module);

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
