/// <reference path="./ffmpeg-core.d.ts" />
import { execFile, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';

/** Functions that load comparable libraries, by name. The benchmark skips libraries that are not installed. */
const loaders = {
  sharp: async () => (await import('sharp')).default,
  jimp: async () => (await import('jimp')).Jimp,
  lamejs: async () => (await import('lamejs')).Mp3Encoder,
  lame: () => command('lame', '--version'),
  ffmpeg: () => command('ffmpeg', '-version'),
  'heif-convert': loadHeifConvert,
  'ffmpeg.wasm': loadFfmpegWasm,
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

/** Loads FFmpeg's WebAssembly build. Returns a function that converts the file `input` to the file `output`. */
async function loadFfmpegWasm(): Promise<Command> {
  // While it starts, FFmpeg's build reads global variables that exist only in browser workers.
  Object.assign(globalThis, { self: globalThis, location: { href: 'file:///' } });
  const { default: createCore } = await import('@ffmpeg/core');
  const wasm = createRequire(import.meta.url).resolve('@ffmpeg/core/wasm');
  const core = await createCore({ wasmBinary: await readFile(wasm) });
  Reflect.deleteProperty(globalThis, 'self');
  Reflect.deleteProperty(globalThis, 'location');
  core.setLogger(() => {});
  return async (args, input) => {
    core.FS.writeFile('input', input);
    const code = core.exec(...args);
    core.reset();
    if (code !== 0) throw new Error(`ffmpeg.wasm exited with ${code}`);
    return core.FS.readFile('output');
  };
}

export type PeerName = keyof typeof loaders;
export type Peer<Name extends PeerName> = Awaited<ReturnType<(typeof loaders)[Name]>>;
export type Peers = { readonly [Name in PeerName]?: Peer<Name> };

export interface LoadedPeers {
  readonly peers: Peers;
  readonly missing: readonly PeerName[];
}

/** @param without names of libraries that aren't loaded and aren't reported as missing */
export async function loadPeers(without: readonly string[] = []): Promise<LoadedPeers> {
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
