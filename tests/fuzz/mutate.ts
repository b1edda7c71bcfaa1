import { crc32 } from '#core/image/formats/png/png-chunks.ts';
import type { Random } from './random.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** Maximum bytes of an input. Larger inputs find no more faults, but take the time of many small inputs. */
const MOST_BYTES = 1 << 20;

/** Length of the start of a file, which is mutated more often, because wrong values in headers have most effect. */
const HEAD_BYTES = 512;

const joined = (...parts: readonly Uint8Array[]): Bytes => new Uint8Array(Buffer.concat(parts));

/** Returns a random offset in a file, half of the time near its start. */
const place = (bytes: Uint8Array, random: Random) =>
  random.below((random.chance(2) ? Math.min(HEAD_BYTES, bytes.length) : bytes.length) + 1);

/** Values that mutations write into length fields. */
const lengths = (size: number) => [0, 1, 2, 3, 4, 7, 8, 0x7f, 0x80, 0xff, 0x7fff, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff, size - 1, size, size + 1]; // biome-ignore format: a table

type Mutation = (bytes: Bytes, random: Random, other: Bytes) => Bytes;

const MUTATIONS: Readonly<Record<string, Mutation>> = {
  'flip bits': (bytes, random) => {
    const flipped = bytes.slice();
    for (let left = 1 + random.below(random.chance(4) ? 64 : 4); left > 0 && flipped.length > 0; left--) {
      const at = Math.min(place(flipped, random), flipped.length - 1);
      flipped[at] = (flipped[at] as number) ^ (1 << random.below(8));
    }
    return flipped;
  },
  'set bytes': (bytes, random) => {
    const set = bytes.slice();
    const at = place(set, random);
    for (let left = 1 + random.below(8); left > 0; left--)
      if (at + left <= set.length) set[at + left - 1] = random.from([0, 1, 0x7f, 0x80, 0xff, random.below(256)]);
    return set;
  },
  truncate: (bytes, random) => bytes.slice(0, place(bytes, random)),
  splice: (bytes, random, other) => {
    const from = place(other, random);
    const part = other.subarray(from, from + 1 + random.below(4096));
    const at = place(bytes, random);
    return joined(bytes.subarray(0, at), part, bytes.subarray(at + (random.chance(2) ? part.length : 0)));
  },
  'lie about a length': (bytes, random) => {
    const lying = bytes.slice();
    const view = new DataView(lying.buffer);
    const at = Math.max(0, Math.min(place(lying, random), lying.length - 4));
    const length = random.from(lengths(lying.length)) >>> 0;
    const littleEndian = random.chance(2);
    if (lying.length < 4) return lying;
    const width = random.below(3);
    if (width === 0) view.setUint8(at, length);
    else if (width === 1) view.setUint16(at, length, littleEndian);
    else view.setUint32(at, length, littleEndian);
    return lying;
  },
  'repeat a stretch': (bytes, random) => {
    const at = place(bytes, random);
    const part = bytes.subarray(at, at + 1 + random.below(random.chance(2) ? 32 : 1024));
    const times = 1 + random.below(random.chance(8) ? 4096 : 16);
    return joined(bytes.subarray(0, at), ...Array.from({ length: times }, () => part), bytes.subarray(at));
  },
  grow: (bytes, random) => {
    const at = place(bytes, random);
    const run = new Uint8Array(1 + random.below(random.chance(8) ? 65_536 : 64)).fill(
      random.from([0, 0xff, 0x20, 0x41]),
    );
    return joined(bytes.subarray(0, at), run, bytes.subarray(at));
  },
  'leave out': (bytes, random) => {
    const at = place(bytes, random);
    return joined(bytes.subarray(0, at), bytes.subarray(at + 1 + random.below(random.chance(2) ? 16 : 1024)));
  },
};

/** Applies several random mutations to a file. */
export function mutateBytes(bytes: Bytes, other: Bytes, random: Random): Bytes {
  let mutated = bytes;
  for (let left = 1 + random.below(random.chance(3) ? 6 : 2); left > 0; left--)
    mutated = (MUTATIONS[random.from(Object.keys(MUTATIONS))] as Mutation)(mutated, random, other).slice(0, MOST_BYTES);
  return random.chance(2) ? withPngChecksums(mutated) : mutated;
}

/** Corrects the checksums of a PNG's chunks, so that decoders read further. Returns other files unchanged. */
function withPngChecksums(bytes: Bytes): Bytes {
  if (bytes.length < 8 || bytes[1] !== 0x50 || bytes[2] !== 0x4e) return bytes;
  const mended = bytes.slice();
  const view = new DataView(mended.buffer);
  for (let at = 8; at + 12 <= mended.length; ) {
    const end = at + 8 + view.getUint32(at);
    if (end + 4 > mended.length) break;
    view.setUint32(end, crc32(mended.subarray(at + 4, end)));
    at = end + 4;
  }
  return mended;
}

/** Words and numbers that mutations insert into a text. */
const TEXT_PIECES = [
  '1e999', '-1e999', '-0', '0.1', '9007199254740993', '1e-400', '00', '0x10', 'NaN', 'null', 'true', '[]', '{}', '[[[[[[',
  '"__proto__"', '"constructor":{"prototype":{}}', '"\\u005f_proto__":', '"\\ud800"', '\ud83d', '\u0000', '\u202e', '\uFEFF',
  '\u200d', '👨‍👩‍👧‍👦', 'が', 'ｶﾞ', '"', "'", '\\', ',', ':', '\n', '\r', '\t', '\r\n', '<b', '</', '&#x10ffff;', '&#1114112;',
  '-->', '00:00:00.000 --> 99:99:99.999', '$(id)', '`id`', '%', '!', '#', '#12', 'own:', '../..', 'x'.repeat(5000),
  '['.repeat(100), '9'.repeat(400), 'a\u0301'.repeat(200),
]; // biome-ignore format: a table

/** Mutates a text: inserts, deletes, repeats and replaces pieces, and sometimes inserts random bytes. */
export function mutateText(text: string, other: string, random: Random): string {
  let mutated = text;
  for (let left = 1 + random.below(5); left > 0; left--) {
    const at = random.below(mutated.length + 1);
    const length = random.below(random.chance(4) ? 200 : 12);
    switch (random.below(6)) {
      case 0:
        mutated = mutated.slice(0, at) + random.from(TEXT_PIECES) + mutated.slice(at);
        break;
      case 1:
        mutated = mutated.slice(0, at) + mutated.slice(at + length);
        break;
      case 2:
        mutated = mutated.slice(0, at) + mutated.slice(at, at + length).repeat(random.below(20)) + mutated.slice(at);
        break;
      case 3:
        mutated = replaceToken(mutated, random);
        break;
      case 4: {
        const from = random.below(other.length + 1);
        mutated = mutated.slice(0, at) + other.slice(from, from + random.below(400)) + mutated.slice(at + length);
        break;
      }
      default: {
        const bytes = new Uint8Array(new TextEncoder().encode(mutated));
        mutated = new TextDecoder().decode(mutateBytes(bytes, bytes, random));
      }
    }
  }
  return mutated.slice(0, MOST_BYTES);
}

/** Replaces a number, word or quoted text by another, which often leaves a text that parses. */
function replaceToken(text: string, random: Random): string {
  const tokens = [...text.slice(0, 20_000).matchAll(/-?\d[\d.e+-]*|"(?:[^"\\]|\\.)*"|\w+/g)];
  if (tokens.length === 0) return text;
  const token = random.from(tokens);
  const piece = random.chance(3) ? `"${random.from(tokens)[0].replaceAll('"', '')}"` : random.from(TEXT_PIECES);
  return text.slice(0, token.index) + piece + text.slice(token.index + token[0].length);
}
