// Writes synchronously. A closed reader such as `| head` causes no error. A slow reader blocks only this thread.
import { writeSync } from 'node:fs';

const pause = new Int32Array(new SharedArrayBuffer(4));

/** Error codes for writing to a pipe or terminal that the reader has closed. */
const CLOSED_ERRORS = ['EPIPE', 'EIO', 'EBADF', 'ENXIO'];

/**
 * @param {number} fd @param {string | Uint8Array} text
 * @returns {'written' | 'gone'} `gone` if the reader has closed the stream
 * @throws Node.js errors of writing: `ENOSPC`
 */
export function writeOut(fd, text) {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  for (let written = 0; written < bytes.length; ) {
    try {
      written += writeSync(fd, bytes, written);
    } catch (error) {
      const code = /** @type {NodeJS.ErrnoException} */ (error).code ?? '';
      if (CLOSED_ERRORS.includes(code)) return 'gone';
      if (code !== 'EAGAIN') throw error;
      // Waits before the next attempt, because the pipe is full and non-blocking.
      Atomics.wait(pause, 0, 0, 5);
    }
  }
  return 'written';
}
