import type { EncodedPacketSink, VideoSample, VideoSampleSink } from 'mediabunny';
import { expect, it } from 'vitest';
import { IntactSamples } from '#app/tools/player/intact-samples.ts';

it('a stream that closes while the decoder works reports no damage', async () => {
  let close = () => {};
  const closed = new Promise<IteratorReturnResult<undefined>>((done) => {
    close = () => done({ done: true, value: undefined });
  });
  const first = { timestamp: 0, duration: 0.04, close() {} } as VideoSample;
  const answers = [Promise.resolve({ done: false, value: first }), closed];
  const samples = { next: () => answers.shift(), return: async () => close() };
  const damages: unknown[] = [];
  const stream = new IntactSamples({
    sink: { samples: () => samples } as unknown as VideoSampleSink,
    packets: { getPacket: async () => ({ timestamp: 5 }) } as unknown as EncodedPacketSink,
    from: 0,
    hasDurations: true,
    onDamage: (damage) => damages.push(damage),
    onWork() {},
  });
  expect(await stream.next()).toBe(first);
  const pending = stream.next();
  await stream.return();
  expect(await pending).toBeUndefined();
  expect(damages).toEqual([]);
});
