/** Types for the used parts of @ffmpeg/core, which has no types. */
declare module '@ffmpeg/core' {
  export default function createCore(options: { readonly wasmBinary: Uint8Array }): Promise<{
    readonly FS: { writeFile(name: string, bytes: Uint8Array): void; readFile(name: string): Uint8Array };
    setLogger(log: (line: unknown) => void): void;
    exec(...args: readonly string[]): number;
    reset(): void;
  }>;
}
