import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BitReader, unescapeNal } from '#core/base/bit-reader.ts';
import type { TimedImage, VideoEncoderSettings } from '#core/platform/media.ts';
import { BitWriter, escapeNal, lengthPrefixed, overwriteBits, splitAnnexB } from '#core/video/h264/bits.ts';
import { createFfmpegEncoder } from '#core/video/h264/ffmpeg-encoder.ts';
import { heldSamples, type ImageGroup, parseGroup, plainSamples } from '#core/video/h264/group.ts';
import { parseImageParameters, parseSequenceParameters } from '#core/video/h264/parameter-sets.ts';
import { toYuv } from '#core/video/h264/yuv.ts';
import { runFfmpeg } from '#scripts/platform/ffmpeg.ts';
import { loadLibavEncoder } from '#scripts/platform/libav.ts';
import { noise, sampleImage } from '../core/test-images.ts';
import { hasFfmpeg } from './ffmpeg.ts';

describe('H.264 bits', () => {
  it('read back as written, including Exp-Golomb codes', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom('u', 'ue', 'se'), fc.nat(100_000))), (values) => {
        const writer = new BitWriter();
        for (const [kind, value] of values) {
          if (kind === 'u') writer.writeBits(value, 17);
          else if (kind === 'ue') writer.writeUnsigned(value);
          else writer.writeSigned(value - 50_000);
        }
        const reader = new BitReader(writer.toBytes());
        for (const [kind, value] of values) {
          if (kind === 'u') expect(reader.bits(17)).toBe(value);
          else if (kind === 'ue') expect(reader.unsigned()).toBe(value);
          else expect(reader.signed()).toBe(value - 50_000);
        }
      }),
      { seed: 6 },
    );
  });

  it.each([
    [0, '1'],
    [1, '010'],
    [2, '011'],
    [3, '00100'],
    [7, '0001000'],
  ])('encode the number %d as in table 9-2', (value, code) => {
    const writer = new BitWriter();
    writer.writeUnsigned(value);
    expect(writer.toBytes()[0]?.toString(2).padStart(8, '0').slice(0, code.length)).toBe(code);
  });

  it('change only where new bits overwrite them', () => {
    const bytes = new Uint8Array([0xff, 0x00, 0xff]);
    overwriteBits(bytes, 6, 0b0110, 4);
    expect([...bytes]).toEqual([0b11111101, 0b10000000, 0xff]);
  });

  it('throw when read past their end', () => {
    expect(() => new BitReader(new Uint8Array([0])).unsigned()).toThrow(RangeError);
  });
});

describe('NAL units', () => {
  const nearStartCodes = fc.array(fc.constantFrom(0, 0, 0, 1, 2, 3, 4, 255), { maxLength: 60 });

  it('contain no start code once escaped, and unescape to the same bytes', () => {
    fc.assert(
      fc.property(nearStartCodes, (values) => {
        const plain = new Uint8Array([0x65, ...values, 0x80]);
        const unit = escapeNal(plain);
        expect(unescapeNal(unit)).toEqual(plain);
        for (let at = 0; at + 2 < unit.length; at++)
          expect(unit[at] === 0 && unit[at + 1] === 0 && (unit[at + 2] as number) < 3).toBe(false);
        expect(splitAnnexB(new Uint8Array([0, 0, 0, 1, ...unit, 0, 0, 1, 0x41, 0x80]))).toEqual([
          unit,
          new Uint8Array([0x41, 0x80]),
        ]);
      }),
      { seed: 7 },
    );
  });

  it('are preceded by their lengths in MP4', () => {
    expect([...lengthPrefixed([new Uint8Array([1, 2, 3]), new Uint8Array([9])])]).toEqual([
      0, 0, 0, 3, 1, 2, 3, 0, 0, 0, 1, 9,
    ]);
  });
});

describe('parameter sets', () => {
  it('from a browser’s encoder can be read', () => {
    // The parameter sets of OpenH264 in Chromium, for 1920 × 1080 in High profile.
    const [sps, pps] = splitAnnexB(Buffer.from('AAAAAWdkDCisGRqAeAIn5ZqAgICDwiEagAAAAAFozjyA', 'base64')) as [
      Uint8Array,
      Uint8Array,
    ];
    expect(parseSequenceParameters(sps)).toMatchObject({
      profile: 100,
      chromaFormat: 1,
      orderCountType: 0,
      macroblocks: 120 * 68,
      framesOnly: true,
    });
    expect(parseImageParameters(pps)).toMatchObject({ cabac: false, references: 1, sliceGroups: 1, initialQp: 26 });
  });
});

const settings: VideoEncoderSettings = { width: 176, height: 144, fps: 30, quality: 23 };
/** For each of five images, the number of frames that show it. */
const holds = [7, 1, 20, 3, 29];
const images = [1, 2, 3, 4, 5].map((seed) => {
  const grain = noise(176, 144, { seed });
  return toYuv(
    sampleImage(176, 144, (x, y) =>
      [0, 1, 2].map(
        (channel) => 128 + 90 * Math.sin((x * seed + y) / 20 + channel) + (grain.data[y * 176 + x] ?? 0) / 16,
      ),
    ),
  );
});

async function* inTurn(): AsyncGenerator<TimedImage> {
  for (const [index, each] of images.entries()) yield { image: each, frame: index };
}

/** Returns the digest of each frame that FFmpeg decodes. */
function decode({ sps, pps }: ImageGroup, samples: readonly Uint8Array[]): { digests: string[]; warnings: string } {
  const startCode = new Uint8Array([0, 0, 0, 1]);
  const units = samples.flatMap((sample) => {
    const view = new DataView(sample.buffer, sample.byteOffset, sample.byteLength);
    const found: Uint8Array[] = [];
    for (let at = 0; at < sample.length; at += 4 + view.getUint32(at))
      found.push(sample.subarray(at + 4, at + 4 + view.getUint32(at)));
    return found;
  });
  const stream = Buffer.concat([sps, pps, ...units].flatMap((unit) => [startCode, unit]));
  const { stdout, stderr } = spawnSync('ffmpeg', ['-v', 'warning', '-f', 'h264', '-i', '-', '-f', 'framemd5', '-'], {
    input: stream,
  });
  const digests = stdout
    .toString()
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
    .map((line) => line.split(',').at(-1)?.trim() ?? '');
  return { digests, warnings: stderr.toString() };
}

const libav = await loadLibavEncoder();
const encoders = [libav, createFfmpegEncoder(runFfmpeg)].filter((encoder) => encoder !== undefined);

describe.skipIf(!hasFfmpeg)('frames that repeat the previous frame (needs ffmpeg)', () => {
  it.each(encoders.map((encoder) => [encoder.name, encoder] as const))(
    'repeat exactly as often as requested, encoded by %s',
    async (_, encoder) => {
      const group = parseGroup(await encoder.encodeGroup(inTurn(), settings));
      if (!group) throw new Error('not a group');
      const held = heldSamples(group, holds);
      expect(held).toHaveLength(60);
      const once = decode(group, plainSamples(group));
      expect(once.digests).toHaveLength(5);
      expect(new Set(once.digests).size).toBe(5);
      const { digests, warnings } = decode(group, held ?? []);
      expect(warnings).toBe('');
      expect(digests).toEqual(holds.flatMap((frames, index) => Array(frames).fill(once.digests[index])));
      const repeats = held?.filter(({ length }) => length < 60).length;
      expect(repeats).toBe(55);
    },
  );

  // Compares only parameter sets: the frames vary slightly, because x264's AVX-512 code reads uninitialized memory.
  it.skipIf(!libav)('have the same parameter sets in every encoding, so that groups can be concatenated', async () => {
    const groups = await Promise.all(
      [0, 1].map(async () => parseGroup((await libav?.encodeGroup(inTurn(), settings)) ?? [])),
    );
    const [first, second] = groups.map((group) => group && { sps: group.sps, pps: group.pps });
    expect(first).toBeDefined();
    expect(first).toEqual(second);
  });
});

describe('groups of pictures (GOPs) that a video cannot repeat', () => {
  it('are refused if the first key frame is missing or another key frame is in the middle', async () => {
    const [encoder] = encoders;
    const streams = (await encoder?.encodeGroup(inTurn(), settings)) ?? [];
    expect(parseGroup(streams)).toBeDefined();
    expect(parseGroup(streams.slice(1))).toBeUndefined();
    expect(parseGroup([...streams, ...streams.slice(0, 1)])).toBeUndefined();
  });

  it.skipIf(!hasFfmpeg)('are refused if they contain B-frames (needs ffmpeg)', () => {
    const { stdout } = spawnSync(
      'ffmpeg',
      ['-v', 'error', '-f', 'lavfi', '-i', 'testsrc2=s=176x144:r=30', '-frames:v', '12', '-c:v', 'libx264'].concat([
        '-bf',
        '2',
        '-b_strategy',
        '0',
        '-x264-params',
        'aud=1',
        '-f',
        'h264',
        '-',
      ]),
      { maxBuffer: 1 << 26 },
    );
    const bounds = splitAnnexB(stdout).reduce<Uint8Array[][]>((all, unit) => {
      if (((unit[0] ?? 0) & 31) === 9) all.push([]);
      all.at(-1)?.push(new Uint8Array([0, 0, 1, ...unit]));
      return all;
    }, []);
    const group = parseGroup(bounds.map((units) => new Uint8Array(Buffer.concat(units))));
    expect(group?.images).toHaveLength(12);
    expect(group && heldSamples(group, Array(12).fill(2))).toBeUndefined();
  });
});
