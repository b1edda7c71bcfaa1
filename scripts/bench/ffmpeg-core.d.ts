/** Types of the parts of the build that the benchmark uses; the package has none. */
declare module '@ffmpeg/core' {
  export default function createCore(options: { readonly wasmBinary: Uint8Array }): Promise<{
    readonly FS: { writeFile(name: string, bytes: Uint8Array): void; readFile(name: string): Uint8Array };
    setLogger(log: (line: unknown) => void): void;
    exec(...args: readonly string[]): number;
    reset(): void;
  }>;
}
