import { describe, expect, it } from 'vitest';
import { readWav } from '#core/audio/wav/wav-reader.ts';
import { riffChunk } from '#core/base/bytes.ts';
import { fileFromBytes } from '#core/base/files.ts';
import {
  MAX_AUDIO_SECONDS,
  MAX_CAPTION_BYTES,
  MAX_CUE_CHARACTERS,
  MAX_CUES,
  MAX_CUES_SHOWN,
  MAX_SAMPLE_RATE,
  MIN_SAMPLE_RATE,
} from '#core/base/limits.ts';
import { unpackedSize } from '#core/fonts/sfnt.ts';
import { commandLine } from '#core/recipes/command-line.ts';
import { type Cue, checkCaptionBytes, parseCaptions } from '#core/text/captions/captions.ts';
import { captionsAt } from '#core/text/captions/captions-at.ts';
import { shownTexts } from '#core/text/captions/shown-texts.ts';
import { readNotation } from '#core/text/notation.ts';
import { prepareText } from '#core/text/prepare.ts';
import { findUprightGroups } from '#core/text/tate-chu-yoko.ts';
import { createExclusion } from '#scripts/command/parse/input-paths.ts';
import { filled, joined, little32, wave } from './hostile.ts';
import { expectLinearTime } from './measure.ts';

const CUE = '00:01.000 --> 00:02.000\n';
const text = (size: number, pattern: string) => pattern.repeat(Math.ceil(size / pattern.length));

describe('captions', () => {
  it.each([
    ['tags without an end', '<a'],
    ['closing tags without an end', '</a'],
    ['style tags without an end', '{\\'],
    ['ruby readings without an end', '<rt>a'],
    ['line breaks without an end', '<br '],
    ['entities without an end', '&#1'],
    ['entity names without an end', '&a'],
    ['tags', '<a>'],
    ['ruby readings', '<rt>a</rt>'],
    ['spaces', ' '],
    ['empty lines', '\n'],
    ['lines of spaces', '\n   '],
    ['carriage returns without line feeds', '\r'],
    ['cues', `a\n\n${CUE}`],
    ['timing lines', CUE],
    ['digits', '1'],
    ['digits and colons', '1:'],
  ])('are parsed in linear time: %s', async (_, pattern) => {
    await expectLinearTime(
      (size) => CUE + text(size, pattern),
      (captions) => captionsAt(parseCaptions(captions), 1),
    );
    await expectLinearTime((size) => text(size, pattern), parseCaptions);
  });

  it('are merged in linear time, however many are shown at once', async () => {
    const cuesOf = (count: number) =>
      Array.from(
        { length: count },
        (_, index): Cue => ({ start: index, end: count + ((index * 7919) % count), text: `${index}` }),
      );
    await expectLinearTime((size) => cuesOf(Math.ceil(size / 20)), shownTexts);
  });

  it('are refused above their limits', () => {
    const cues = (count: number) => text(count * (CUE.length + 3), `${CUE}a\n\n`);
    expect(parseCaptions(cues(MAX_CUES))).toHaveLength(MAX_CUES);
    expect(() => parseCaptions(cues(MAX_CUES + 1))).toThrow(expect.objectContaining({ code: 'captionsTooMany' }));
    expect(() => checkCaptionBytes(MAX_CAPTION_BYTES)).not.toThrow();
    expect(() => checkCaptionBytes(MAX_CAPTION_BYTES + 1)).toThrow(
      expect.objectContaining({ code: 'captionsTooMany' }),
    );
    expect(() => parseCaptions(text(MAX_CAPTION_BYTES + 1, 'a'))).toThrow(
      expect.objectContaining({ code: 'captionsTooMany' }),
    );
  });

  it('are shown up to the maximum length and number', () => {
    const shown = captionsAt(parseCaptions(text(2000, `${CUE}a\n\n`)), 1);
    expect(shown.split('\n')).toHaveLength(MAX_CUES_SHOWN);
    expect(parseCaptions(CUE + text(10_000, 'a'))[0]?.text).toHaveLength(MAX_CUE_CHARACTERS);
  });

  it('are shown without their tags and with all other text', () => {
    const plain = (markup: string) => parseCaptions(CUE + markup)[0]?.text;
    expect(plain('a < b <i>c</i> {d} {\\an8}e <3</b> <br/>f')).toBe('a < b c {d} e <3 \nf');
    expect(plain('a <b')).toBe('a <b');
    expect(plain('<rt>a<i>b</i></rt>c')).toBe('abc');
    expect(plain('x<RT>y</RT>z &AMP; &#65;&#x42; &unknown; {\\ a<b>c</b>')).toBe('xz & AB &unknown; {\\ ac');
  });
});

describe('texts of the text editors', () => {
  it.each([
    ['spaces', ' '],
    ['empty lines', '\n'],
    ['spaces and a letter', '     a'],
  ])('are prepared in linear time: %s', async (_, pattern) => {
    await expectLinearTime((size) => `${text(size, pattern)}x`, prepareText);
  });

  it.each([
    '《',
    '《《',
    '《《a',
    '《《《a》',
    '漢',
    '漢《か',
    '｜',
    '｜a',
    '｜a《',
    '{',
    '{a',
    '{a|',
    '{a|b',
    '［縦中横：',
    '［縦中横：1',
    // A reading that can't be divided, because no kanji is read ー.
    `${'漢'.repeat(33)}《${'い'.repeat(49)}ー》。`,
  ])('have notation that is read in linear time: %s', async (pattern) => {
    await expectLinearTime((size) => `《${text(size, pattern)}`, readNotation);
  });

  it.each(['!', '(', 'a', '1,', '\u0301'])('are searched for tate-chu-yoko in linear time: %s', async (pattern) => {
    await expectLinearTime((size) => text(size, pattern), findUprightGroups);
  });

  it('lose white space at line ends and empty lines at the end', () => {
    expect(prepareText('a \t\r\n b\u3000\u2028\r\rc\n \n\n')).toBe('a\n b\n\n\nc');
    expect(prepareText(' \n\n')).toBe('');
  });

  it('are quoted for a copied command in linear time', async () => {
    await expectLinearTime(
      (size) => text(size, "it's "),
      (quoted) => commandLine([{ operation: 'write-texts', params: { texts: [quoted] } } as never], 'a', 'b'),
    );
  });
});

it('a glob with many wildcards is matched in linear time', async () => {
  const isExcluded = createExclusion([`${'*a'.repeat(20)}b`, `${'**/a/'.repeat(20)}b`]);
  await expectLinearTime((size) => text(size, 'a'), isExcluded);
});

it('font directories are read in linear time', async () => {
  await expectLinearTime(
    (size) => joined('wOF2', new Uint8Array(8), [255, 255], new Uint8Array(34), filled(size, [0, 1])),
    unpackedSize,
  );
});

describe('the sample rate and duration of a WAV file', () => {
  const wav = (rate: number, seconds = 1) => {
    const fmt = riffChunk('fmt ', joined([1, 0, 1, 0], little32(rate), little32(rate), [1, 0, 8, 0]));
    const head = wave(fmt, joined('data', little32(rate * seconds)));
    const bytes = fileFromBytes('a.wav', head);
    // The audio data is never read, because only its length counts.
    return readWav({ ...bytes, size: head.length + rate * seconds });
  };
  it.each([MIN_SAMPLE_RATE, 44_100, MAX_SAMPLE_RATE])('%i Hz are accepted', async (rate) => {
    expect(await wav(rate)).toMatchObject({ sampleRate: rate, sampleFrames: rate });
  });
  it.each([0, 1, MIN_SAMPLE_RATE - 1, MAX_SAMPLE_RATE + 1, 0xffff_ffff])('%i Hz are refused', async (rate) => {
    await expect(wav(rate, 0)).rejects.toMatchObject({ code: 'wavUnsupported' });
  });
  it('a duration of a week is accepted, and a second more is refused', async () => {
    expect(await wav(MIN_SAMPLE_RATE, MAX_AUDIO_SECONDS)).toMatchObject({
      sampleFrames: MIN_SAMPLE_RATE * MAX_AUDIO_SECONDS,
    });
    await expect(wav(MIN_SAMPLE_RATE, MAX_AUDIO_SECONDS + 1)).rejects.toMatchObject({ code: 'wavUnsupported' });
  });
});
