/** The part of the WebAssembly API that core uses. Core compiles without the DOM and Node.js types that declare it. */
interface WebAssemblyNamespace {
  instantiate(bytes: Uint8Array<ArrayBuffer>): Promise<{ instance: { exports: Record<string, unknown> } }>;
}

/** Enlarges the WebAssembly memory, which replaces the object in `buffer`. */
interface WebAssemblyMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

const PAGE_BYTES = 65_536;

export interface KernelMemory {
  /** Returns a buffer of at least `bytes` bytes with arbitrary content. A later call may detach the buffer. */
  memory(bytes: number): ArrayBuffer;
}

/**
 * Instantiates a module that `npm run kernels` compiled. Callers may use the module's whole memory. Returns `undefined`
 * without SIMD, or if a Content Security Policy forbids WebAssembly.
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

const loaded = new Map<string, Promise<unknown>>();

/** Instantiates a kernel module once per thread. `createPlain` creates kernels where WebAssembly SIMD is missing. */
export function loadKernels<Kernels extends KernelMemory>(base64: string): Promise<Kernels | undefined>;
export function loadKernels<Kernels extends KernelMemory>(base64: string, createPlain: () => Kernels): Promise<Kernels>;
export function loadKernels<Kernels extends KernelMemory>(base64: string, createPlain?: () => Kernels) {
  const known = loaded.get(base64) as Promise<Kernels | undefined> | undefined;
  if (known) return known;
  const loading = instantiateKernels<Kernels>(base64).then((kernels) => kernels ?? createPlain?.());
  loaded.set(base64, loading);
  return loading;
}

/** The shortest valid WebAssembly module: magic number and version. */
const EMPTY_MODULE = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);

/** True if WebAssembly is available and no Content Security Policy forbids WebAssembly. */
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
