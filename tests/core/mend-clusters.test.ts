import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny';
import { describe, expect, it } from 'vitest';
import { fileFromBytes } from '#core/base/files.ts';
import { type LostTime, mendClusters } from '#core/container-guard/mend-clusters.ts';
import { readSample, samplesFolder } from '../samples.ts';

const sample = (name: string) => readSample(`video/${name}`);

const fills = {
  noise: (at: number) => (Math.imul(at, 2_654_435_761) >>> 13) & 255,
  zeros: () => 0,
  ones: () => 255,
};

function overwritten(bytes: Uint8Array<ArrayBuffer>, from: number, to: number, fill: (at: number) => number) {
  const copy = bytes.slice();
  for (let at = Math.floor(bytes.length * from); at < bytes.length * to; at++) copy[at] = fill(at);
  return copy;
}

async function mended(bytes: Uint8Array<ArrayBuffer>) {
  const lost: LostTime[] = [];
  const file = await mendClusters(fileFromBytes('a.webm', bytes), (time) => lost.push(time));
  return { bytes: await file.read(), lost };
}

/** Returns the times of all video packets, read by mediabunny. */
async function timesOf(bytes: Uint8Array<ArrayBuffer>): Promise<number[]> {
  const input = new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS });
  const track = await input.getPrimaryVideoTrack();
  const times: number[] = [];
  if (track) for await (const { timestamp } of new EncodedPacketSink(track).packets()) times.push(timestamp);
  return times;
}

describe.skipIf(!samplesFolder)('a damaged WebM (needs ../shared/samples)', () => {
  it.each(['vp8-vorbis.webm', 'vp9-10bit.webm', 'vp9-odd-161x121.webm'])(
    'keeps its bytes if it is intact: %s',
    async (name) => {
      const bytes = sample(name);
      const result = await mended(bytes);
      expect(Buffer.compare(result.bytes, bytes)).toBe(0);
      expect(result.lost).toEqual([]);
    },
  );

  it.each(
    ['vp8-vorbis.webm', 'vp9-10bit.webm'].flatMap((name) =>
      (['noise', 'zeros', 'ones'] as const).map((fill) => [name, fill] as const),
    ),
  )('keeps the packets before and behind the damage: %s, %s', async (name, fill) => {
    const bytes = sample(name);
    const whole = await timesOf(bytes);
    for (const from of [0.3, 0.45, 0.6]) {
      const { bytes: after, lost } = await mended(overwritten(bytes, from, from + 0.05, fills[fill]));
      const times = await timesOf(after);
      expect(times.filter((time) => !whole.includes(time))).toEqual([]);
      expect([times[0], times.at(-1)]).toEqual([whole[0], whole.at(-1)]);
      // Some of these bytes lie inside the data of a single large frame, whose packet stays.
      const missing = whole.filter((time) => !times.includes(time));
      expect(lost).toHaveLength(missing.length > 0 ? 1 : 0);
      const [{ from: start, to = Infinity } = { from: 0 }] = lost;
      expect(missing.filter((time) => time < start || time > to)).toEqual([]);
    }
  });
});
