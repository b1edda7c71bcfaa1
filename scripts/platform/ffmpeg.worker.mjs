// Runs FFmpeg's browser build in a Node.js thread, one call at a time.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { parentPort } from 'node:worker_threads';

// Node.js finds the package's UMD build; the ES module is in a folder beside that build.
const require = createRequire(import.meta.url);
const inModuleBuild = (name) => require.resolve(name).replace('/umd/', '/esm/').replace('\\umd\\', '\\esm\\');

// FFmpeg's build reads only this property of a browser worker's `self`.
globalThis.self = { location: { href: import.meta.url } };
const { default: createCore } = await import(pathToFileURL(inModuleBuild('@ffmpeg/core')).href);
const program = await WebAssembly.compile(await readFile(inModuleBuild('@ffmpeg/core/wasm')));

parentPort.on('message', async ({ args, input, output }) => {
  try {
    const bytes = await runOnce(args, input, output);
    parentPort.postMessage({ bytes }, [bytes.buffer]);
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    parentPort.postMessage({ error: text, hasExited: error instanceof Exit });
  }
});

/** FFmpeg ended with an exit code other than 0. */
class Exit extends Error {}

/** Runs FFmpeg in a new instance, because an instance can run only once and never frees memory. */
async function runOnce(args, input, output) {
  const core = await createCore({
    instantiateWasm(imports, receive) {
      WebAssembly.instantiate(program, imports).then((instance) => receive(instance, program));
      return {};
    },
  });
  const lines = [];
  core.setLogger(({ message }) => lines.push(message));
  core.FS.writeFile(input.name, input.bytes);
  const code = core.exec(...args);
  if (code !== 0) throw new Exit(`FFmpeg ended with ${code}: ${lines.slice(-3).join(' ')}`);
  return core.FS.readFile(output);
}
