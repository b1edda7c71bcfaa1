import type { KernelMemory } from './webassembly.ts';

/** Memory for kernels in TypeScript, with typed views. */
export class PlainMemory implements KernelMemory {
  u8 = new Uint8Array(0);
  clamped = new Uint8ClampedArray(0);
  i16 = new Int16Array(0);
  u32 = new Uint32Array(0);
  f32 = new Float32Array(0);

  memory(bytes: number): ArrayBuffer {
    if (this.u8.byteLength < bytes) {
      const block = new ArrayBuffer(Math.ceil(bytes / 16) * 16);
      this.u8 = new Uint8Array(block);
      this.clamped = new Uint8ClampedArray(block);
      this.i16 = new Int16Array(block);
      this.u32 = new Uint32Array(block);
      this.f32 = new Float32Array(block);
    }
    return this.u8.buffer;
  }
}
