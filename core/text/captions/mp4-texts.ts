import { ascii, viewOf } from '../../base/bytes.ts';
import { type SourceFile, windowedReader } from '../../base/files.ts';
import { MAX_CAPTION_BYTES, MAX_CUES, MAX_TRACKS, MAX_VIDEO_INDEX_BYTES } from '../../base/limits.ts';
import { decodeUtf8, decodeUtf16 } from '../../base/text-encoding.ts';
import { validateIsoBoxes } from '../../container-guard/check-boxes.ts';
import { chooseTrack, type EmbeddedTexts, nameOf, type TextTrack } from './text-tracks.ts';
import type { TimedText } from './timed-texts.ts';

interface Box {
  readonly type: string;
  readonly content: Uint8Array;
}

/** Splits the content of a box (ISO/IEC 14496-12) into boxes. Ends at a box without a valid size. */
function boxesOf(bytes: Uint8Array): readonly Box[] {
  const boxes: Box[] = [];
  const view = viewOf(bytes);
  for (let at = 0; at + 8 <= bytes.length && boxes.length < MAX_BOXES; ) {
    const size = view.getUint32(at);
    if (size < 8) break;
    boxes.push({ type: ascii(bytes, at + 4, 4), content: bytes.subarray(at + 8, at + size) });
    at += size;
  }
  return boxes;
}

const MAX_BOXES = 10_000;

/** Returns the content of the box at a path of types, such as `mdia/minf/stbl`; empty without the box. */
function boxAt(bytes: Uint8Array, path: string): Uint8Array {
  let found = bytes;
  for (const type of path.split('/')) {
    const box = boxesOf(found).find((each) => each.type === type);
    if (!box) return new Uint8Array(0);
    found = box.content;
  }
  return found;
}

interface Track extends TextTrack {
  readonly format: string;
  readonly samples: Uint8Array;
  readonly timescale: number;
  /** Seconds from the start of the video to the start of the track. */
  readonly delay: number;
}

const FORMATS = ['tx3g', 'text', 'wvtt'];
const ENABLED = 1;

/** Reads the texts of a text track in MP4 or QuickTime: 3GPP timed text, QuickTime text or WebVTT. */
export async function mp4Texts(file: SourceFile, language: string): Promise<EmbeddedTexts | undefined> {
  const moov = await readMoov(file);
  if (!moov || !validateIsoBoxes(moov)) return undefined;
  const movieScale = timescaleOf(boxAt(moov, 'mvhd'));
  const tracks = boxesOf(moov)
    .filter(({ type }) => type === 'trak')
    .slice(0, MAX_TRACKS)
    .flatMap(({ content }) => textTrack(content, movieScale) ?? []);
  const track = chooseTrack(tracks, language);
  return track && { name: nameOf(track), texts: await textsOf(file, track) };
}

async function readMoov(file: SourceFile): Promise<Uint8Array | undefined> {
  for (let at = 0, count = 0; at + 8 <= file.size && count < MAX_BOXES; count++) {
    const head = await file.read(at, Math.min(at + 16, file.size));
    const view = viewOf(head);
    const short = view.getUint32(0);
    const isLong = short === 1 && head.length === 16;
    const size = isLong ? Number(view.getBigUint64(8)) : short;
    const start = at + (isLong ? 16 : 8);
    if (ascii(head, 4, 4) === 'moov') {
      const end = size === 0 ? file.size : Math.min(at + size, file.size);
      return end - start > MAX_VIDEO_INDEX_BYTES ? undefined : file.read(start, end);
    }
    if (size < 8) return undefined;
    at += size;
  }
  return undefined;
}

function textTrack(trak: Uint8Array, movieScale: number): Track | undefined {
  const samples = boxAt(trak, 'mdia/minf/stbl');
  const [description] = boxesOf(boxAt(samples, 'stsd').subarray(8));
  if (!description || !FORMATS.includes(description.type)) return undefined;
  const header = boxAt(trak, 'mdia/mdhd');
  const timescale = timescaleOf(header);
  const flags = boxAt(trak, 'tkhd')[3] ?? ENABLED;
  return {
    name: '',
    language: languageOf(header),
    isDefault: (flags & ENABLED) !== 0,
    isForced: false,
    format: description.type,
    samples,
    timescale,
    delay: delayOf(boxAt(trak, 'edts/elst'), timescale, movieScale),
  };
}

/** Returns the time scale of `mvhd` or `mdhd`. */
function timescaleOf(header: Uint8Array): number {
  const at = header[0] === 1 ? 20 : 12;
  return (header.length >= at + 4 && viewOf(header).getUint32(at)) || 1;
}

/** Languages of QuickTime that the page has, by code of the Macintosh. Other codes pack three letters of five bits. */
const MACINTOSH: Readonly<Record<number, string>> = { 0: 'eng', 11: 'jpn' };

function languageOf(header: Uint8Array): string {
  const at = header[0] === 1 ? 32 : 20;
  const code = header.length >= at + 2 ? viewOf(header).getUint16(at) : 0x7fff;
  if (code < 0x400) return MACINTOSH[code] ?? '';
  const letters = [10, 5, 0].map((shift) => String.fromCharCode(0x60 + ((code >> shift) & 31))).join('');
  return /^[a-z]{3}$/.test(letters) ? letters : '';
}

/** Returns the seconds by which an edit list delays a track: an empty edit, and the start in the media. */
function delayOf(edits: Uint8Array, timescale: number, movieScale: number): number {
  const view = viewOf(edits);
  const isLong = edits[0] === 1;
  const entryBytes = isLong ? 20 : 12;
  let delay = 0;
  for (let at = 8; at + entryBytes <= edits.length && at < 8 + 2 * entryBytes; at += entryBytes) {
    const duration = isLong ? Number(view.getBigUint64(at)) : view.getUint32(at);
    const mediaTime = isLong ? Number(view.getBigInt64(at + 8)) : view.getInt32(at + 4);
    if (mediaTime !== -1) return delay - mediaTime / timescale;
    delay += duration / movieScale;
  }
  return delay;
}

async function textsOf(file: SourceFile, { format, samples, timescale, delay }: Track): Promise<TimedText[]> {
  const read = windowedReader(file);
  const texts: TimedText[] = [];
  let [ticks, textBytes] = [0, 0];
  for (const { offset, size, duration } of samplesOf(samples)) {
    const start = delay + ticks / timescale;
    ticks += duration;
    textBytes += size;
    if (textBytes > MAX_CAPTION_BYTES || offset + size > file.size) break;
    const bytes = await read(offset, offset + size);
    for (const markup of format === 'wvtt' ? webVttTexts(bytes) : [timedText(bytes)])
      if (markup) texts.push({ start: Math.max(0, start), end: delay + ticks / timescale, markup });
  }
  return texts;
}

/** Decodes 3GPP timed text or QuickTime text: a length of two bytes and UTF-8, or UTF-16 with a byte order mark. */
function timedText(bytes: Uint8Array): string {
  const text = bytes.subarray(2, 2 + (((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0)));
  const isUtf16 = (text[0] === 0xfe && text[1] === 0xff) || (text[0] === 0xff && text[1] === 0xfe);
  const decoded = isUtf16 ? decodeUtf16(text, false).replace(/^\uFEFF/, '') : (decodeUtf8(text) ?? '');
  // These texts have no markup, so brackets are text.
  return decoded.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('{', '&#123;');
}

/** Returns the texts of a sample of WebVTT (ISO/IEC 14496-30): a box `payl` in each box `vttc`. */
const webVttTexts = (bytes: Uint8Array): string[] =>
  boxesOf(bytes)
    .filter(({ type }) => type === 'vttc')
    .map(({ content }) => decodeUtf8(boxAt(content, 'payl')) ?? '');

interface Sample {
  readonly offset: number;
  readonly size: number;
  readonly duration: number;
}

/** Yields the samples of the sample tables `stts`, `stsz`, `stsc`, and `stco` or `co64`. */
function* samplesOf(stbl: Uint8Array): Generator<Sample> {
  const [times, sizes, chunks, long] = ['stts', 'stsz', 'stsc', 'co64'].map((type) => wordsOf(boxAt(stbl, type))) as [
    Words,
    Words,
    Words,
    Words,
  ];
  const offsets = wordsOf(boxAt(stbl, 'stco'));
  const fixed = sizes(1);
  const offsetOf = (chunk: number) => offsets(2 + chunk) || long(2 + 2 * chunk) * 2 ** 32 + long(3 + 2 * chunk);
  const chunkCount = offsets(1) || long(1);
  let [sample, run, timeRun, leftInTimeRun] = [0, 0, 0, times(2)];
  for (let chunk = 0; chunk < chunkCount; chunk++) {
    if (run + 1 < chunks(1) && chunk + 1 >= chunks(2 + 3 * (run + 1))) run++;
    let offset = offsetOf(chunk);
    for (let count = chunks(3 + 3 * run); count > 0 && sample < Math.min(sizes(2), 2 * MAX_CUES); count--, sample++) {
      while (leftInTimeRun === 0 && timeRun < times(1)) leftInTimeRun = times(2 + 2 * ++timeRun);
      leftInTimeRun--;
      const size = fixed || sizes(3 + sample);
      yield { offset, size, duration: times(3 + 2 * timeRun) };
      offset += size;
    }
  }
}

type Words = (index: number) => number;

/** Returns a function that reads the 32-bit word at an index of a box; 0 behind its end. Word 1 is the entry count. */
function wordsOf(content: Uint8Array): Words {
  const view = viewOf(content);
  return (index) => (4 * index + 4 <= content.length ? view.getUint32(4 * index) : 0);
}
