import { execFile, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Platform } from '#core/platform/platform.ts';

/** Functions that load comparable libraries, by name. The benchmark skips libraries that are not installed. */
const loaders = {
  sharp: async () => (await import('sharp')).default,
  lame: () => command('lame', '--version'),
  ffmpeg: () => command('ffmpeg', '-version'),
  'heif-convert': loadHeifConvert,
} as const;

/** A program that reads a file from stdin and writes a file to stdout. */
type Command = (args: readonly string[], input: Uint8Array) => Promise<Uint8Array>;

/** Returns an installed program. Throws Error if the program is not installed. */
async function command(name: string, ...probe: readonly string[]): Promise<Command> {
  const run: Command = (args, input) =>
    new Promise((resolve, reject) => {
      const child = spawn(name, args, { stdio: ['pipe', 'pipe', 'ignore'] });
      const parts: Buffer[] = [];
      child.stdout.on('data', (part) => parts.push(part));
      child.on('error', reject);
      child.on('close', (code) =>
        code === 0 ? resolve(Buffer.concat(parts)) : reject(new Error(`${name} ended with ${code}`)),
      );
      // Ignores errors of writing, because the program may exit before it has read all input.
      child.stdin.on('error', () => {});
      child.stdin.end(input);
    });
  await run(probe, new Uint8Array(0));
  return run;
}

/** Returns a function that converts HEIC to JPG with libheif's program. Throws Error if the program isn't installed. */
async function loadHeifConvert() {
  const run = promisify(execFile);
  await run('heif-convert', ['--help']).catch((error: { code?: unknown }) => {
    if (error.code === 'ENOENT') throw error;
  });
  return async (input: string, output: string, quality: number): Promise<Uint8Array> => {
    await run('heif-convert', ['-q', String(quality), input, output]);
    return readFile(output);
  };
}

export type PeerName = keyof typeof loaders;
export type Peer<Name extends PeerName> = Awaited<ReturnType<(typeof loaders)[Name]>>;
export type Peers = { readonly [Name in PeerName]?: Peer<Name> };

/** @param without names of libraries that aren't loaded and aren't reported as missing */
export async function loadPeers(
  without: readonly string[] = [],
): Promise<{ readonly peers: Peers; readonly missing: readonly PeerName[] }> {
  const peers: Record<string, unknown> = {};
  const missing: PeerName[] = [];
  for (const [name, load] of Object.entries(loaders) as [PeerName, () => Promise<unknown>][]) {
    if (without.includes(name)) continue;
    try {
      peers[name] = await load();
    } catch {
      missing.push(name);
    }
  }
  return { peers, missing };
}

export interface BenchCase<Input = unknown> {
  readonly name: string;
  /** Creates the input that all measured programs share and must not change. This step isn't measured. */
  readonly setUp: () => Promise<Input>;
  readonly ours: (input: Input, platform: Platform) => Promise<Result>;
  readonly peers: { readonly [Name in PeerName]?: (input: Input, peer: Peer<Name>) => Promise<Result> };
}

/** Output file whose size the benchmark's table shows; `undefined` for a case without a size. */
export type Result = Uint8Array | undefined;

/** Hides the input type of a benchmark case, so that one list can contain cases with different input types. */
export function defineCase<Input>(benchCase: BenchCase<Input>): BenchCase {
  return benchCase as BenchCase;
}
