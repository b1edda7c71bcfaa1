import type { WasmModule } from '../../platform/wasm.ts';

/** Declares the used part of the WebAssembly API, because core compiles without the types of DOM and Node.js. */
declare const WebAssembly: {
  readonly Instance: new (
    module: WasmModule,
    imports: object,
  ) => { readonly exports: Readonly<Record<string, unknown>> };
};

interface Memory {
  readonly buffer: ArrayBuffer;
}

/** Options for Emscripten's JavaScript: calls `receive` with an instance, and returns its exports. */
export interface InstanceOptions {
  readonly instantiateWasm: (imports: object, receive: (instance: object) => void) => object;
}

/** Memory in bytes up to which an instance is used again. The memory of an instance never shrinks. */
const MOST_BYTES = 2 ** 26;

/**
 * An instance of a codec that is used for many images. Before each image, its memory gets the content that it had after
 * the start, so no file can affect the pixels of another. A new instance for each image would make V8 collect garbage
 * each time, because its memory of 16 MB or more counts as garbage.
 */
export class CodecInstance {
  private memory: Memory | undefined;
  private start = new Uint8Array(0);

  /** Instantiates the module. `begin` runs the codec's JavaScript, which calls exports to initialize the memory. */
  static async create(
    module: WasmModule,
    begin: (options: InstanceOptions) => Promise<unknown>,
  ): Promise<CodecInstance> {
    const created = new CodecInstance();
    await begin({
      instantiateWasm(imports, receive) {
        const instance = new WebAssembly.Instance(module, imports);
        created.memory = Object.values(instance.exports).find(isMemory);
        receive(instance);
        return instance.exports;
      },
    });
    created.start = used(created.memory);
    return created;
  }

  /** Restores the memory. Returns false if the instance must be replaced, because its memory has become too large. */
  reset(): boolean {
    const { memory, start } = this;
    if (!memory || memory.buffer.byteLength > MOST_BYTES) return false;
    const bytes = new Uint8Array(memory.buffer);
    bytes.set(start);
    bytes.fill(0, start.length);
    return true;
  }
}

const isMemory = (each: unknown): each is Memory => typeof each === 'object' && each !== null && 'buffer' in each;

/** Returns a copy of a memory up to its last byte that is not 0. */
function used(memory: Memory | undefined): Uint8Array<ArrayBuffer> {
  const words = new Uint32Array(memory?.buffer ?? new ArrayBuffer(0));
  let end = words.length;
  while (end > 0 && words[end - 1] === 0) end--;
  return new Uint8Array(words.buffer).slice(0, end * 4);
}
