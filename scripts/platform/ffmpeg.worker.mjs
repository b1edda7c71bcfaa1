// Runs FFmpeg's program, compiled for browsers' workers, in a thread: one run after another.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';

const require = createRequire(import.meta.url);
const wasmPath = require.resolve('@ffmpeg/core/wasm').replace('/umd/', '/esm/');
const modulePath = require.resolve('@ffmpeg/core').replace('/umd/', '/esm/');

// All that the program asks of a worker's surroundings.
globalThis.self = { location: { href: new URL('./', import.meta.url).href } };
const { default: createCore } = await import(modulePath);
const core = await createCore({ wasmBinary: await readFile(wasmPath) });
const lines = [];
core.setLogger(({ message }) => lines.push(message));

parentPort.on('message', ({ args, input, output }) => {
  lines.length = 0;
  try {
    core.reset();
    core.FS.writeFile(input.name, input.bytes);
    const code = core.exec(...args);
    if (code !== 0) throw new Error(`FFmpeg ended with ${code}: ${lines.slice(-3).join(' ')}`);
    const bytes = core.FS.readFile(output);
    parentPort.postMessage({ bytes }, [bytes.buffer]);
  } catch (error) {
    parentPort.postMessage({ error: error instanceof Error ? error.message : String(error) });
  } finally {
    for (const name of [input.name, output]) if (core.FS.analyzePath(name).exists) core.FS.unlink(name);
  }
});
