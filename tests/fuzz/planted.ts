import { FudebakoError } from '#core/base/errors.ts';
import type { TextDoor } from './doors.ts';

/** Doors with a fault each, to see that the fuzzer finds every kind. */

export const isRefusal = (error: unknown): boolean => error instanceof FudebakoError;

const door = (enter: () => unknown): TextDoor => ({ texts: ['abc'], enter: async () => enter() });

const held: Uint8Array[] = [];

export const DOORS: Readonly<Record<string, TextDoor>> = {
  sound: door(() => {}),
  refusing: door(() => {
    throw new FudebakoError('captionsRead');
  }),
  throwing: door(() => {
    throw new TypeError('undefined is not a function');
  }),
  spinning: door(() => {
    for (;;);
  }),
  growing: door(() => {
    held.push(new Uint8Array(300 * 2 ** 20).fill(1));
  }),
  dying: door(() => process.kill(process.pid, 'SIGKILL')),
  rejecting: door(async () => {
    void Promise.reject(new RangeError('nobody waits for this'));
    await new Promise((settle) => setImmediate(settle));
  }),
};
