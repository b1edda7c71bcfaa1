// A command that starts to write a file and then never returns, in a loop or blocked in native code.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { allow } from '../../../scripts/platform/pulse.mjs';

const [, , path, how, seconds] = process.argv;
const { port } = workerData;
port.postMessage({ kind: 'begun', path });
writeFileSync(path, 'half');
const pulse = new Int32Array(new SharedArrayBuffer(12));
if (seconds) {
  const lines = { reading: 'Reading took {{seconds}} s.', working: 'Working took {{seconds}} s.' };
  port.postMessage({ kind: 'watch', pulse, lines });
  allow(pulse, Number(seconds), 'reading');
}
if (how === 'wait') {
  // Lets the shell create the `.ready` file, because this thread is blocked while the shell runs.
  spawnSync('sh', ['-c', ': > "$1"; sleep 20', 'sh', `${path}.ready`], { stdio: 'ignore' });
}
if (how === 'beat') {
  writeFileSync(`${path}.ready`, '');
  const end = Date.now() + 2500;
  while (Date.now() < end) allow(pulse, Number(seconds), 'reading');
  writeFileSync(`${path}.done`, '');
  port.postMessage({ kind: 'ended', path });
  process.exit(7);
}
writeFileSync(`${path}.ready`, '');
for (;;);
