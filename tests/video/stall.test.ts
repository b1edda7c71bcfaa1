import { expect, it, vi } from 'vitest';
import { CancelledError } from '#core/base/errors.ts';
import type { AacEncoder } from '#core/platform/media.ts';
import type { Platform } from '#core/platform/platform.ts';
import { planPackets } from '#core/video/audio/audio-packets.ts';
import { StalledError, withTimeout } from '#core/video/audio/with-timeout.ts';
import { platform } from '../inline-platform.ts';

const never = () => new Promise<never>(() => {});

/** Returns a platform whose clock the test moves. */
function stageTime() {
  const waiting = new Set<() => void>();
  const setTimer: Platform['media']['setTimer'] = (_, callback) => {
    waiting.add(callback);
    return () => void waiting.delete(callback);
  };
  const pass = () => {
    for (const callback of waiting) callback();
  };
  return { platform: { ...platform, media: { ...platform.media, setTimer } }, waiting, pass };
}

it('withTimeout returns the result or the error, and clears its timer', async () => {
  const { platform, waiting } = stageTime();
  expect(await withTimeout(Promise.resolve(7), { platform })).toBe(7);
  await expect(withTimeout(Promise.reject(new RangeError('too long')), { platform })).rejects.toThrow('too long');
  expect(waiting.size).toBe(0);
});

it('withTimeout rejects an operation that never ends, at the timeout or when canceled', async () => {
  const { platform, waiting, pass } = stageTime();
  const stalled = withTimeout(never(), { platform });
  pass();
  await expect(stalled).rejects.toBeInstanceOf(StalledError);
  const controller = new AbortController();
  const cancelled = withTimeout(never(), { platform, signal: controller.signal });
  controller.abort();
  await expect(cancelled).rejects.toBeInstanceOf(CancelledError);
  expect(waiting.size).toBe(0);
});

it('an audio encoder that stalls is restarted once', async () => {
  const encode = vi.fn<AacEncoder['encode']>(async (audio) => {
    const packets = [new Uint8Array([0])];
    for await (const { length } of audio) packets.push(new Uint8Array([length / 2048]));
    return { packets, description: new Uint8Array([0x12, 0x10]) };
  });
  const samples = 10 * 1024;
  const track = { samples, read: async (from: number, to: number) => new Float32Array(2 * (to - from)) };
  const plan = planPackets(track, { codec: 'aac', bitRate: 128_000, encoder: { encode } });
  const encodeAll = async () => {
    const runs = [];
    for await (const { packets } of plan.encode({ platform })) runs.push(...packets);
    return runs;
  };
  encode.mockRejectedValueOnce(new StalledError());
  expect(await encodeAll()).toHaveLength(11);
  expect(encode).toHaveBeenCalledTimes(2);
  encode.mockRejectedValueOnce(new StalledError()).mockRejectedValueOnce(new StalledError());
  await expect(encodeAll()).rejects.toBeInstanceOf(StalledError);
});
