// The first thread handles signals, so no input can delay a signal. The command runs in a worker thread.
// Plain JavaScript, because loading TypeScript would double the cold start.
import { unlinkSync } from 'node:fs';
import { isatty } from 'node:tty';
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { watchPulse } from './pulse.mjs';
import { threadOptions } from './thread-options.mjs';
import { writeOut } from './write-out.mjs';

/** @type {Record<string, number>} */
const exitCodes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };

/** Milliseconds within which threads must terminate. Native code in a loop or a wait can't be terminated. */
const GRACE_MS = 850;

/** CPU time in milliseconds below which running threads get more time to terminate. */
const GRACE_CPU_MS = 800;
const LAST_MOMENT_MS = 5000;

/**
 * Messages from the thread of the command.
 * @typedef {(
 *   | { kind: 'begun' | 'ended', path: string }
 *   | { kind: 'watch', pulse: Int32Array, lines: Record<import('./pulse.mjs').PulsePhase, string> }
 *   | { kind: 'unwatch' }
 *   | { kind: 'leaving', exitCode: number }
 * )} Announcement
 */

/** Runs a module until the module exits or a signal arrives. @param {URL} module @param {readonly string[]} args */
export function supervise(module, args) {
  const { port1: port, port2: threadPort } = new MessageChannel();
  const columns = shareColumns();
  const thread = new Worker(
    new URL('./thread.mjs', import.meta.url),
    threadOptions({
      workerData: { module: module.href, port: threadPort, columns },
      argv: args,
      transferList: [threadPort],
      stdout: true,
      stderr: true,
    }),
  );
  thread.stdout.on('data', (bytes) => void writeOut(1, bytes));
  thread.stderr.on('data', (bytes) => void writeOut(2, bytes));

  /** @type {Set<string>} Files that are being written. */
  const unfinished = new Set();
  /** @type {(() => void) | undefined} */
  let unwatch;
  let isStopping = false;

  /** @param {Announcement} message */
  const onMessage = (message) => {
    if (message.kind === 'begun') unfinished.add(message.path);
    else if (message.kind === 'ended') unfinished.delete(message.path);
    else if (message.kind === 'watch')
      unwatch = watchPulse(message.pulse, (...stall) => stopStalled(message.lines, ...stall));
    else if (message.kind === 'unwatch') unwatch?.();
    else setTimeout(() => killProcess('SIGKILL'), LAST_MOMENT_MS).unref();
  };
  port.on('message', onMessage);
  port.unref();

  const cleanUp = () => {
    for (let next = receiveMessageOnPort(port); next; next = receiveMessageOnPort(port)) onMessage(next.message);
    unwatch?.();
    for (const path of unfinished) {
      try {
        unlinkSync(path);
      } catch {
        // Ignores the error: the file has already been removed or was never created.
      }
    }
    unfinished.clear();
  };

  /** Kills the process without waiting for its threads. @param {string} signal */
  const killProcess = (signal) => {
    cleanUp();
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  };

  /**
   * Terminates all threads and exits. Kills the process by the signal if a thread doesn't terminate.
   * @param {number} exitCode @param {string} signal
   */
  const stop = async (exitCode, signal) => {
    isStopping = true;
    afterGrace(() => killProcess(signal));
    await thread.terminate();
    cleanUp();
    if (columns) writeOut(2, '\r\x1b[K');
    process.exit(exitCode);
  };

  /** @param {Record<string, string>} lines @param {number} seconds @param {string} phase */
  const stopStalled = (lines, seconds, phase) => {
    if (isStopping) return;
    writeOut(2, `${lines[phase]?.replace('{{seconds}}', String(seconds))}\n`);
    void stop(1, 'SIGKILL');
  };

  for (const [signal, exitCode] of Object.entries(exitCodes))
    process.on(signal, () => {
      if (isStopping) killProcess(signal);
      else void stop(exitCode, signal);
    });
  thread.on('error', (error) => {
    writeOut(2, `fudebako: ${error instanceof Error ? (error.stack ?? error.message) : error}\n`);
  });
  thread.on('exit', (exitCode) => {
    if (isStopping) return;
    cleanUp();
    process.exitCode = exitCode;
  });
}

/**
 * Calls back after `GRACE_MS`. On a busy machine, waits until threads have used `GRACE_CPU_MS` or are idle.
 * @param {() => void} callback
 */
function afterGrace(callback) {
  const cpuMs = () => (process.cpuUsage().user + process.cpuUsage().system) / 1000;
  const start = { cpu: cpuMs(), time: performance.now() };
  let last = start.cpu;
  const check = () => {
    const now = cpuMs();
    const isAtWork = now - last > 1 && now - start.cpu < GRACE_CPU_MS;
    last = now;
    if (isAtWork && performance.now() - start.time < LAST_MOMENT_MS) setTimeout(check, 100);
    else callback();
  };
  setTimeout(() => {
    last = cpuMs();
    setTimeout(check, 100);
  }, GRACE_MS - 100);
}

/** Shares the terminal's width; `undefined` if stderr is not a terminal. @returns {Int32Array | undefined} */
function shareColumns() {
  // Calls `isatty` first, because access to `process.stderr` changes the behavior of a pipe.
  if (!isatty(2)) return undefined;
  const columns = new Int32Array(new SharedArrayBuffer(4));
  const note = () => Atomics.store(columns, 0, process.stderr.columns ?? 80);
  note();
  process.stderr.on('resize', note);
  return columns;
}
