import type { Raster } from '../../base/raster.ts';
import type { WasmModule } from '../../platform/wasm.ts';

/** A codec of @jsquash. The codecs' own types refer to types of the DOM, which core lacks. */
interface Codec {
  readonly init: unknown;
  readonly default: unknown;
}

async function load(codec: Promise<Codec>, module: Promise<WasmModule>): Promise<unknown> {
  const { init, default: run } = await codec;
  await (init as (module: WasmModule) => Promise<unknown>)(await module);
  return run;
}

export const loadDecoder = (codec: Promise<Codec>, module: Promise<WasmModule>) =>
  load(codec, module) as Promise<(bytes: Uint8Array<ArrayBuffer>) => Promise<Raster>>;
