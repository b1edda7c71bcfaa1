/** The used parts of WebAssembly, which TypeScript declares only with DOM or Node.js types. */
interface WebAssemblyNamespace {
  instantiate(bytes: Uint8Array<ArrayBuffer>): Promise<{ instance: { exports: Record<string, unknown> } }>;
}

/** A module's memory. `grow` replaces `buffer`. */
interface WebAssemblyMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

const PAGE_BYTES = 65_536;

export interface KernelMemory {
  /** Returns at least `bytes` of memory with arbitrary content. Later calls invalidate earlier buffers. */
  memory(bytes: number): ArrayBuffer;
}

/**
 * Instantiates a module built by `npm run kernels`. Returns `undefined` without WebAssembly SIMD or if a Content
 * Security Policy forbids it. The module uses no memory itself: callers own all of it, from offset 0.
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

/** The smallest valid module: magic number and version. */
const EMPTY_MODULE = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);

/** False if WebAssembly is unavailable or forbidden by a Content Security Policy. */
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
