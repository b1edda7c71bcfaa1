import { execFileSync } from 'node:child_process';
import type { FileSink, SourceFile } from '#core/base/files.ts';
import { music, SAMPLE_RATE, stereoHeader } from './sounds.ts';

/** Creates a file of a given size, which repeats the bytes `loop` after a header. */
export function endless(name: string, head: Uint8Array, loop: Uint8Array, size: number): SourceFile {
  return {
    name,
    size,
    async read(start = 0, end = size) {
      const bytes = new Uint8Array(Math.max(0, Math.min(end, size) - start));
      for (let at = 0; at < bytes.length; ) {
        const position = start + at;
        const [part, from] = position < head.length ? [head, position] : [loop, (position - head.length) % loop.length];
        const piece = part.subarray(from, from + bytes.length - at);
        bytes.set(piece, at);
        at += piece.length;
      }
      return bytes;
    },
  };
}

export function countingSink(): FileSink & { size: number } {
  return {
    size: 0,
    async write(data, position) {
      this.size = Math.max(this.size, position + data.length);
    },
  };
}

const LOOP_SECONDS = 10;

/** Creates minutes of music as a WAV file that is generated while it is read. */
export function longWav(minutes: number): SourceFile {
  const sampleFrames = minutes * 60 * SAMPLE_RATE;
  const head = stereoHeader(sampleFrames);
  return endless('long.wav', head, new Uint8Array(music(LOOP_SECONDS).buffer), head.length + sampleFrames * 4);
}

export const peakMemory = (): string => megabytes(process.resourceUsage().maxRSS * 1024);

export const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`;

/** Runs a module in a separate process, to measure its peak memory. */
export function runAlone(module: string, ...args: readonly string[]): string {
  return execFileSync(process.execPath, ['--import', 'tsx', module, ...args], { encoding: 'utf8' });
}
