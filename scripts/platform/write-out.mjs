// Standard output and error, written at once and by whoever calls. A reader that has gone (`| head`)
// never stops the work, and a slow one holds up the thread that writes and no other.
import { writeSync } from 'node:fs';

const pause = new Int32Array(new SharedArrayBuffer(4));

/** What a reader that is gone leaves behind: a pipe without an end, a terminal that has been closed. */
const GONE = ['EPIPE', 'EIO', 'EBADF', 'ENXIO'];

/**
 * @param {number} fd
 * @param {string | Uint8Array} text
 * @returns {'written' | 'gone'} `gone` where nobody reads any more
 * @throws Node's errors of writing: `ENOSPC`
 */
export function writeOut(fd, text) {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  for (let written = 0; written < bytes.length; ) {
    try {
      written += writeSync(fd, bytes, written);
    } catch (error) {
      const code = /** @type {NodeJS.ErrnoException} */ (error).code ?? '';
      if (GONE.includes(code)) return 'gone';
      if (code !== 'EAGAIN') throw error;
      // The other end is full, and the pipe was opened not to wait.
      Atomics.wait(pause, 0, 0, 5);
    }
  }
  return 'written';
}
