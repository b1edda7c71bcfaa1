import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { chooseAudioEncoding, encodeAudio } from '#core/video/audio/audio-encoding.ts';
import { platform as inline } from '../inline-platform.ts';

/** Audio samples of mediabunny that are not closed. At garbage collection, mediabunny logs an error for each. */
const open = new Set<unknown>();
const { register, unregister } = FinalizationRegistry.prototype;

beforeAll(() => {
  FinalizationRegistry.prototype.register = function (target, held, token) {
    if ((held as { type?: unknown } | undefined)?.type === 'audio') open.add(target);
    return register.call(this, target, held, token);
  };
  FinalizationRegistry.prototype.unregister = function (token) {
    open.delete(token);
    return unregister.call(this, token);
  };
});
afterAll(() => void Object.assign(FinalizationRegistry.prototype, { register, unregister }));

// A platform without its own AAC encoder, so that mediabunny encodes the audio.
const platform = { ...inline, media: { ...inline.media, aacEncoder: async () => undefined } };

beforeEach(() => open.clear());

async function* silence(pieces: number): AsyncGenerator<Float32Array<ArrayBuffer>> {
  for (let piece = 0; piece < pieces; piece++) yield new Float32Array(4096 * 2);
}

it('every audio sample is closed after encoding', async () => {
  const encoding = await chooseAudioEncoding({ platform });
  const { packets } = await encodeAudio(encoding, silence(20), { platform });
  expect(packets.length).toBeGreaterThan(70);
  expect(open.size).toBe(0);
});

it('the audio sample of a stalled encoder is closed', async () => {
  const encoding = await chooseAudioEncoding({ platform });
  const setTimer: typeof inline.media.setTimer = (_, callback) => {
    queueMicrotask(callback);
    return () => {};
  };
  const stalling = { ...platform, media: { ...platform.media, setTimer } };
  await expect(encodeAudio(encoding, silence(2), { platform: stalling })).rejects.toThrow();
  expect(open.size).toBe(0);
});
