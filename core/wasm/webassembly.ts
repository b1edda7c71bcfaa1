/**
 * The few parts of WebAssembly that kernels need. It is the language's neighbour, not the DOM's
 * or Node's, but TypeScript only knows it with one of those.
 */
interface WebAssemblyNamespace {
  instantiate(bytes: Uint8Array<ArrayBuffer>): Promise<{ instance: { exports: Record<string, unknown> } }>;
}

/** Memory as a module exports it. Its buffer is another one after it has grown. */
interface WebAssemblyMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

const PAGE_BYTES = 65_536;

/** A block of memory that kernels work on, by byte offsets. */
export interface KernelMemory {
  /** At least `bytes` of memory, of any content. The last block returned is the one in use. */
  memory(bytes: number): ArrayBuffer;
}

/**
 * The functions of a module that `npm run kernels` made, ready to call; `undefined` where the
 * engine has no WebAssembly with SIMD, or a page's policy forbids it. The module has no memory
 * of its own: all of it is its caller's, from offset 0 on.
 */
export async function instantiateKernels<Functions>(base64: string): Promise<(Functions & KernelMemory) | undefined> {
  const { WebAssembly } = globalThis as { WebAssembly?: WebAssemblyNamespace };
  if (!WebAssembly) return undefined;
  try {
    const { exports } = (await WebAssembly.instantiate(decodeBase64(base64))).instance;
    const memory = exports.memory as WebAssemblyMemory;
    return {
      ...(exports as Functions),
      memory(bytes: number) {
        const missing = bytes - memory.buffer.byteLength;
        if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES));
        return memory.buffer;
      },
    };
  } catch {
    return undefined;
  }
}

/** The smallest module there is: nothing but its magic number and version. */
const EMPTY_MODULE = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);

/** False where the engine has no WebAssembly, or a page's policy forbids it. */
export async function hasWebAssembly(): Promise<boolean> {
  const { WebAssembly } = globalThis as { WebAssembly?: WebAssemblyNamespace };
  try {
    await WebAssembly?.instantiate(EMPTY_MODULE);
    return WebAssembly !== undefined;
  } catch {
    return false;
  }
}

const decodeBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
