import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { copyComponent, pasteComponent, restoreComponent } from '#app/tools/shapes/clipboard.ts';
import { copyTextSettings, defaultText, pasteTextSettings, restoreText } from '#app/tools/text-boxes/clipboard.ts';
import { readPeaks } from '#core/audio/dsp/peaks.ts';
import { toStandardFrames } from '#core/audio/mp3/free-format.ts';
import { parseMp3Header } from '#core/audio/mp3/mp3-frames.ts';
import { readAudioSummary } from '#core/audio/summary.ts';
import { readApeItems } from '#core/audio/tags/ape.ts';
import { readId3, readId3v1, readItunesGapless } from '#core/audio/tags/id3.ts';
import { writeId3 } from '#core/audio/tags/id3-writer.ts';
import { readRiffInfo } from '#core/audio/wav/riff-info.ts';
import { FudebakoError } from '#core/base/errors.ts';
import { fileFromBytes, type SourceFile } from '#core/base/files.ts';
import { FontLibrary } from '#core/fonts/library.ts';
import { readOwnFont } from '#core/fonts/own.ts';
import { decodeImage } from '#core/image/codecs/decode.ts';
import { findExif } from '#core/image/codecs/metadata.ts';
import { readImageHeader } from '#core/image/formats/registry.ts';
import { readAllowedExif } from '#core/image/metadata/exif-read.ts';
import { RESOLUTION_TAGS, writeExif } from '#core/image/metadata/exif-write.ts';
import { inspectFile } from '#core/inspect/inspect.ts';
import { en } from '#core/locales/all-en.ts';
import { type AnyOperation, findOperation, operations } from '#core/operations/index.ts';
import { restoreValues } from '#core/parameters/parse.ts';
import { parsePastedJson } from '#core/parameters/pasted.ts';
import { commandLine } from '#core/recipes/command-line.ts';
import { readRecipeLink, recipeFragment } from '#core/recipes/link.ts';
import { createPhraseParser } from '#core/recipes/phrases.ts';
import {
  checkStepInputs,
  parseOperationParameters,
  parseRecipe,
  type Recipe,
  recipeEncoding,
} from '#core/recipes/recipe.ts';
import { defaultComponent } from '#core/shapes/settings.ts';
import { checkCaptionBytes, parseCaptions } from '#core/text/captions/captions.ts';
import { captionsAt } from '#core/text/captions/captions-at.ts';
import { readEmbeddedCaptions } from '#core/text/captions/embedded.ts';
import { captionChanges, placeCaptions } from '#core/text/captions/place-captions.ts';
import { readCaptionFile } from '#core/text/captions/read-captions.ts';
import { writeVtt } from '#core/text/captions/write-captions.ts';
import { openAudio } from '#core/video/audio/audio-source.ts';
import { readSourcePeaks } from '#core/video/audio/source-peaks.ts';
import { overlaySteps } from '#core/video/overlay/overlay.ts';
import { UsageError } from '#scripts/command/base/errors.ts';
import { readParameterFlags } from '#scripts/command/parse/flags.ts';
import { readRows } from '#scripts/command/parse/rows.ts';
import { nodeFonts } from '#scripts/platform/fonts.ts';
import { ja } from '../all-ja.ts';
import { platform } from '../inline-platform.ts';
import { makeFile } from '../video/inputs.ts';
import { checkAnimation } from './animation-oracle.ts';
import { checkAudio, checkConversion } from './audio-oracle.ts';
import { checkCommand } from './command-oracle.ts';
import { mediaExtensions } from './corpus.ts';
import { imageFormats } from './image-makers.ts';
import { checkImage } from './image-oracle.ts';
import { checkMedia } from './media-oracle.ts';
import { checkEncoder, checkOperation } from './operation-oracle.ts';
import type { Random } from './random.ts';
import { checkLink, checkRows } from './text-oracles.ts';
import { checkTextTime } from './text-time-oracle.ts';
import { checkAnimationWork, checkHeicWork } from './work-oracle.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** The file of a case, and the undamaged file from which it was made. */
export interface FileCase {
  readonly original: Bytes;
  /** True if the file is the undamaged original. */
  readonly unchanged: boolean;
}

/** A fuzz target that reads mutated files. `files` is the name of their group in the corpus. */
export interface FileTarget {
  readonly files: string;
  /**
   * Reads the file.
   * @throws WrongResult if the target checks its result and the result is wrong
   */
  enter(bytes: Bytes, random: Random, file: FileCase): Promise<unknown>;
}

/** A fuzz target that reads mutations of these texts. */
export interface TextTarget {
  readonly texts: readonly string[];
  enter(text: string, random: Random): Promise<unknown>;
}

/** A fuzz target that creates its own input from random numbers, and checks the result. */
export interface CheckedTarget {
  /**
   * Runs a case of the target.
   * @throws WrongResult
   */
  check(random: Random): Promise<unknown>;
}

export type FuzzTarget = FileTarget | TextTarget | CheckedTarget;

/** True for an error with a known code and for a usage error. Any other thrown error is a finding of the fuzzer. */
export const isRefusal = (error: unknown): boolean =>
  (error instanceof FudebakoError && Object.hasOwn(en.errors, error.code)) ||
  (error instanceof UsageError && !/\n {4}at |\bundefined\b|\[object/.test(error.message));

const SIZE = { width: 40, height: 30 };
const root = resolve(import.meta.dirname, '../..');

const decode = (bytes: Bytes) =>
  allOf(
    () => inspectFile(fileFromBytes('a.bin', bytes)),
    () => decodeImage(fileFromBytes('a.bin', bytes), { platform }),
  );

const decodeAndCheck: FileTarget['enter'] = (bytes, _random, file) =>
  allOf(
    // Runs inspection and decoding, because inspection may accept a file that decoding refuses.
    () => inspectFile(fileFromBytes('a.bin', bytes)),
    () => checkImage({ bytes, ...file }, platform),
    () => checkAnimation({ bytes, ...file }, platform),
  );

/** Throws the first unexpected error; without one, throws the first refusal. */
function throwFirst(results: readonly PromiseSettledResult<unknown>[]): void {
  const reasons = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  const reason = reasons.find((each) => !isRefusal(each)) ?? reasons[0];
  if (reason) throw reason;
}

const rethrowFault = (error: unknown) => {
  if (!isRefusal(error)) throw error;
};

const allOf = async (...works: readonly (() => unknown)[]) => {
  const results: PromiseSettledResult<unknown>[] = [];
  for (const work of works) results.push(...(await Promise.allSettled([(async () => work())()])));
  throwFirst(results);
};

const audio =
  (format: 'wav' | 'mp3'): FileTarget['enter'] =>
  async (bytes, _random, { original, unchanged }) => {
    const file = fileFromBytes(`a.${format}`, bytes);
    await allOf(
      () => inspectFile(file),
      () => readAudioSummary(file),
      () => readPeaks(file, 50, { platform }),
      () => makeFile(format === 'wav' ? 'wav-to-mp3' : 'mp3-to-wav', { audio: file }, {}, platform),
      () => checkAudio({ bytes, original, unchanged }, format, platform),
      () => unchanged && checkConversion(bytes, format, platform),
    );
  };

const media =
  (extension: string): FileTarget['enter'] =>
  (bytes, _random, { unchanged }) => {
    const file = fileFromBytes(`a.${extension}`, bytes);
    return allOf(
      () => checkMedia(bytes, unchanged, extension),
      () => readAudioSummary(file),
      // May refuse an unsupported file with a known error. Any other error is a finding of the fuzzer.
      () => readSomeAudio(file).catch(rethrowFault),
    );
  };

/** Opens audio, and decodes its first and its last second. */
async function readSomeAudio(file: SourceFile): Promise<void> {
  const audio = await openAudio(file, { platform });
  const { sampleRate, sampleFrames } = audio;
  await audio.readBlocks(0, Math.min(sampleRate, sampleFrames), { platform });
  await audio.readBlocks(Math.max(0, sampleFrames - sampleRate), sampleFrames, { platform });
}

const textRecipe: Recipe = [{ operation: 'write-vertical', params: { text: 'a', width: 40, height: 40 } }];

/** Returns the operations of all fixtures as recipes. */
function fixtureRecipes(): string[] {
  const folder = join(root, 'tests/fixtures');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'));
  return files.sort().map((name) => {
    const { params } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as { params?: object };
    return JSON.stringify([{ operation: name.split(/[\\/]/)[0], params, inputs: {} }]);
  });
}

const LINKS = [
  ...(await Promise.all(
    [textRecipe, Array(9).fill(textRecipe[0])].map(async (each) => `#${await recipeFragment(each)}`),
  )),
  `#recipe=j${Buffer.from('[{"operation":"crop","params":{"ratio":"1:1"}}]').toString('base64url')}`,
];
const parsePhrase = createPhraseParser(operations as readonly AnyOperation[], [en, ja]);

const CAPTIONS = [
  'WEBVTT\n\nSTYLE\n::cue{}\n\n1\n00:00.000 --> 00:02.500 line:1\n<v Ann>Hello &amp; <i>good</i> day\n<ruby>漢<rt>かん</rt></ruby>\n\n00:01:02.000 --> 00:01:04.000\nb',
  '1\r\n00:00:01,000 --> 00:00:02,000\r\n{\\an8}first<br/>second\r\n\r\n2\r\n00:00:02,000 --> 00:00:03,000\r\nthird &#x41;\r\n',
];

const ROWS = [
  'text,author,style.main.fontPctH,name\n古池や,芭蕉,5,one\n"a ""b"", c\nd",,,\n',
  'text\tstyle.main.textColor\nカエル\t#ff0000\n',
  'text,image,fonts[0],fonts[1]\na,a.png,b.ttf,c.otf\nb,../a.png,,d.ttf\n',
  '{"text":"a","image":"a.png","fonts":["b.ttf","c.otf"]}\n',
  '{"text":"a","style":{"main":{"fontPctH":4}},"name":"x"}\n{"text":"b","style.main.bold":true}\n',
];
const ROWS_FILES = ['rows.csv', 'rows.tsv', 'rows.jsonl'];

const fileTargets: Readonly<Record<string, FileTarget>> = {
  ...Object.fromEntries(imageFormats.map((files) => [files, { files, enter: decodeAndCheck }])),
  ...Object.fromEntries(
    Object.entries(mediaExtensions).map(([files, extension]) => [files, { files, enter: media(extension) }]),
  ),
  command: {
    files: 'command',
    enter: (_bytes, random, { original }) => checkCommand(original, random),
  },
  metadata: {
    files: 'metadata',
    async enter(bytes) {
      const exif = readAllowedExif((await findExif(bytes)) ?? new Uint8Array(0));
      if (!exif) return;
      // Checks that written Exif data can be read again, and fits into a JPEG segment.
      const written = writeExif(exif, SIZE);
      const again = readAllowedExif(written);
      // The print resolution follows the image's new size, and is written by another part.
      const lengthOf = (values: typeof exif) => values.image.filter(({ tag }) => !RESOLUTION_TAGS.includes(tag)).length;
      if (written.length > 60_000 || !again || lengthOf(again) !== lengthOf(exif)) throw new Error('Exif is lost');
    },
  },
  wav: { files: 'wav', enter: audio('wav') },
  mp3: { files: 'mp3', enter: audio('mp3') },
  tags: {
    files: 'tags',
    enter: (bytes) =>
      allOf(
        () => readId3(bytes),
        () => readItunesGapless(readId3(bytes).frames),
        () => writeId3(readId3(bytes)),
        () => readApeItems(bytes),
        () => FREE_STREAM && toStandardFrames(bytes, FREE_STREAM),
        () => readId3v1(bytes.subarray(0, 128)),
        () => readRiffInfo(bytes),
        () => readRiffInfo(bytes, false),
      ),
  },
  containers: {
    files: 'containers',
    enter: (bytes) => {
      const file = fileFromBytes('a.mp4', bytes);
      return allOf(
        () => inspectFile(file),
        () => readAudioSummary(file),
        () => readEmbeddedCaptions(file, 'ja'),
        // May refuse an unsupported file with a known error. Any other error is a finding of the fuzzer.
        () => readSomeAudio(file).catch(rethrowFault),
      );
    },
  },
  sound: {
    files: 'sound',
    enter: (bytes) => {
      const file = fileFromBytes('a.aiff', bytes);
      return allOf(
        () => readAudioSummary(file),
        () => readSourcePeaks(file, 50, { platform }).catch(rethrowFault),
        () => readSomeAudio(file).catch(rethrowFault),
      );
    },
  },
  fonts: {
    files: 'fonts',
    async enter(bytes) {
      const own = await readOwnFont(fileFromBytes('a.woff2', bytes));
      const face = await new FontLibrary(nodeFonts).openOwn(own);
      const glyphs = face.shape('aŽ אבfi', 0, 7, { script: 'Latn', language: 'en' });
      for (const { glyph } of glyphs) [face.outline(glyph), face.ink(glyph), face.vertical(glyph)];
    },
  },
};

/** Maximum pixels of an SVG case, because one mutated digit can make an image of any size. */
const MAX_FUZZED_PIXELS = 250_000;

const SVGS = [
  '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE svg [<!ENTITY e "<rect width=\'9\' height=\'9\'/>">]>\n<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="40" height="30">&e;<use xlink:href="#a"/><g id="a" transform="rotate(30)"><path d="M1 2L30 4Q5 6 7 8A9 9 0 0 1 20 20Z" stroke="red"/></g></svg>',
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 30"><defs><linearGradient id="g"><stop stop-color="#f00"/></linearGradient><clipPath id="c"><circle cx="20" cy="15" r="9"/></clipPath><mask id="m"><rect width="40" height="20" fill="#888"/></mask></defs><rect width="40" height="30" fill="url(#g)" clip-path="url(#c)" mask="url(#m)" opacity=".5"/></svg>',
  '<svg xmlns="http://www.w3.org/2000/svg" width="1cm" height="20pt"><style>.a{fill:blue}</style><polygon class="a" points="1,1 20,3 9,20"/><switch><g systemLanguage="ja"/><line x2="9" y2="9" stroke="#000"/></switch><image width="9" height="9" href="data:image/svg+xml,%3Csvg/%3E"/></svg>',
];

const textTargets: Readonly<Record<string, TextTarget>> = {
  svg: {
    texts: SVGS,
    async enter(text) {
      const bytes = new TextEncoder().encode(text);
      const { width, height } = readImageHeader(bytes) ?? { width: 1, height: 1 };
      if (width * height > MAX_FUZZED_PIXELS) await inspectFile(fileFromBytes('a.svg', bytes));
      else await decode(bytes);
    },
  },
  captions: {
    texts: CAPTIONS,
    async enter(text) {
      checkCaptionBytes(text.length);
      captionsAt(parseCaptions(text), 1);
    },
  },
  'video-captions': {
    texts: [
      ...CAPTIONS,
      '1\n-00:00:01,000 --> NaN:00:02\na\n\n00:01.000 --> 99:00:00.000\n｜漢字《かんじ》\n{\\an8}b\n',
    ],
    async enter(text) {
      const cues = await readCaptionFile(fileFromBytes('a.srt', new TextEncoder().encode(text)), {}, { ruby: true });
      const video = { fps: 30, frames: 300, played: { startSec: 1, endSec: 9 }, audioOffsetSec: 1 };
      const placed = placeCaptions(cues, video);
      overlaySteps(captionChanges(placed), video.fps);
      if (placed.some(({ start, end }, index) => !(end > start) || start < (placed[index - 1]?.end ?? 2) || end > 10))
        throw new Error('Captions overlap or are outside the audio.');
      // Exports read as the same captions.
      const again = parseCaptions(writeVtt(cues));
      if (JSON.stringify(again.map(({ text }) => text)) !== JSON.stringify(cues.map(({ text }) => text)))
        throw new Error('WebVTT reads as other captions.');
    },
  },
  recipes: {
    texts: fixtureRecipes(),
    async enter(text) {
      const steps = parseRecipe(parsePastedJson(text));
      recipeEncoding(steps);
      const written = steps.map(({ operation, params, inputs }) => ({ operation: operation.id, params, inputs }));
      commandLine(written, 'a.png', 'b.png');
      checkStepInputs(steps, true);
    },
  },
  links: {
    texts: LINKS,
    async enter(text) {
      parseRecipe(await readRecipeLink(text));
    },
  },
  phrase: {
    texts: [
      'scale 50%',
      'width 1200 height 300',
      'crop 16:9',
      'hue -0.3',
      '彩度 20',
      '切り抜き１６：９',
      'format webp',
    ],
    async enter(text) {
      for (const { operation, params } of parsePhrase(text)) parseOperationParameters(operation, params);
    },
  },
  settings: {
    texts: [copyTextSettings(defaultText()), copyComponent(defaultComponent()), ...fixtureRecipes()],
    enter: (text) =>
      allOf(
        () => pasteTextSettings(defaultText(), text, SIZE),
        () => pasteComponent(defaultComponent(), text, SIZE),
        () => {
          const stored: unknown = parsePastedJson(text);
          const inner = Array.isArray(stored) ? stored[0]?.params : stored;
          // Restoring the valid part of stored settings must never throw an error.
          for (const each of [stored, inner])
            for (const { params } of operations) throwingNothing(() => restoreValues(params, each));
          throwingNothing(() => restoreText(stored));
          throwingNothing(() => restoreComponent(stored));
        },
      ),
  },
  rows: {
    texts: ROWS,
    async enter(text, random) {
      const folder = mkdtempSync(join(tmpdir(), 'fudebako-rows-'));
      try {
        const path = join(folder, random.from(ROWS_FILES));
        writeFileSync(path, text);
        for (const row of await readRows(path, parseRecipe(textRecipe), en, () => ({})))
          [row.label, row.name, row.steps, row.files];
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  },
  numbers: {
    texts: ['0', '-1', '1.5', '100', '1e3', '#ff0000', 'true', 'png', '{"main":{}}', '[{"text":"a"}]'],
    async enter(text, random) {
      const { id, params } = random.from(operations);
      const names = Object.keys(params).filter(() => random.chance(2));
      const flags = Object.fromEntries(names.map((name) => [name, text]));
      const values = await readParameterFlags(params, flags, en);
      const operation = findOperation(id);
      if (operation) parseOperationParameters(operation, values);
    },
  },
  texts: {
    texts: [
      'a',
      '古池や\n蛙飛び込む水の音',
      'שלום עולם 123 (abc)',
      'नमस्ते',
      '👨‍👩‍👧‍👦 🇯🇵 e\u0301',
      '「東京」、2026年！？',
    ],
    async enter(text, random) {
      const id = random.from(['write-vertical', 'write-horizontal'] as const);
      const operation = findOperation(id);
      // Limits the text's length, because a text as long as a book takes seconds to lay out.
      const params = { text: text.slice(0, 2000), ...SIZE };
      await operation?.run({}, parseOperationParameters(operation, params), { platform });
    },
  },
};

const checkedTargets: Readonly<Record<string, CheckedTarget>> = {
  operations: { check: (random) => checkOperation(random, platform) },
  encoders: { check: (random) => checkEncoder(random, platform) },
  notation: { check: checkTextTime },
  'written rows': { check: checkRows },
  'written links': { check: checkLink },
  'HEIC work': { check: (random) => checkHeicWork(random, platform) },
  'animation work': { check: (random) => checkAnimationWork(random, platform) },
};

/** Free format with the frames of 128 kbps at 44.1 kHz. */
const FREE_STREAM = parseMp3Header(Uint8Array.of(0xff, 0xfb, 0, 0), 0, 417);

export const TARGETS: Readonly<Record<string, FuzzTarget>> = { ...fileTargets, ...textTargets, ...checkedTargets };

/** Throws a TypeError for any error of `work`, so that even a refusal of stored settings is a finding. */
function throwingNothing(work: () => unknown): void {
  try {
    work();
  } catch (error) {
    throw new TypeError('What was stored is refused', { cause: error });
  }
}
