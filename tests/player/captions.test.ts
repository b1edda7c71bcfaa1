import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { decodeForDisplay } from '#core/base/detect-encoding.ts';
import { parseCaptions } from '#core/text/captions/captions.ts';
import { captionsAt } from '#core/text/captions/captions-at.ts';

const VTT = `\ufeffWEBVTT - Some title
Kind: captions

NOTE
00:00:00.000 is not --> a cue

STYLE
::cue { color: lime }

intro
00:01.000 --> 00:04.500 align:start position:10%
<v Roger Bingham>We are in <i>New York</i> &amp; <00:02.000>happy</v>
- second line

01:00:02.250 --> 01:00:03.000
<ruby>漢字<rt>かんじ</rt></ruby> &lt;3 &#x1F600;
`;

const SRT = `1\r\n00:00:01,000 --> 00:00:02,500\r\n<font color="#ff0000">Hello</font>\r\nthere\r\n\r\n2\r\n00:00:02,000 --> 00:00:03,1\r\n{\\an8}Up here\r\n\r\n3\r\n00:00:09,000 --> 00:00:08,000\r\nbackwards\r\n`;

describe('the caption parser', () => {
  it('reads WebVTT', () => {
    expect(parseCaptions(VTT)).toEqual([
      { start: 1, end: 4.5, text: 'We are in New York & happy\n- second line' },
      { start: 3602.25, end: 3603, text: '漢字 <3 😀' },
    ]);
  });

  it('reads SubRip', () => {
    expect(parseCaptions(SRT)).toEqual([
      { start: 1, end: 2.5, text: 'Hello\nthere' },
      { start: 2, end: 3.1, text: 'Up here' },
    ]);
  });

  it('returns every cue at a time, from the cue’s start to just before its end', () => {
    const cues = parseCaptions(SRT);
    expect([0.999, 1, 2, 2.4999, 2.5, 3.1].map((at) => captionsAt(cues, at))).toEqual([
      '',
      'Hello\nthere',
      'Hello\nthere\nUp here',
      'Hello\nthere\nUp here',
      'Up here',
      '',
    ]);
  });

  it('refuses a file without captions', () => {
    for (const text of ['', 'WEBVTT\n\n', 'just words', '\0\0\0'])
      expect(() => parseCaptions(text)).toThrow(expect.objectContaining({ code: 'captionsRead' }));
  });
});

const fieldPath = (name: string) => resolve(import.meta.dirname, '../../../shared/field', name);
const parseField = (name: string) => parseCaptions(decodeForDisplay(new Uint8Array(readFileSync(fieldPath(name)))));

/** Returns the texts of a caption file as FFmpeg converts them to SubRip, without markup and empty lines. */
function ffmpegTexts(path: string): string[] {
  const srt = execFileSync('ffmpeg', ['-v', 'error', '-i', path, '-f', 'srt', '-'], { encoding: 'utf8' }).replaceAll(
    '\r',
    '',
  );
  return srt.split(/\n\n(?=\d+\n)|\n\n$/).flatMap((block) => {
    const text = block
      .trim()
      .split('\n')
      .slice(2)
      .join('\n')
      .replace(/<\/?i>/g, '')
      .trim();
    return text ? [text] : [];
  });
}

describe('captions as players meet them (needs ../shared/field)', () => {
  it.each(['youtube_auto.vtt', 'noblank.srt', 'blankline.srt', 'heart.srt'])('%s shows the lines of FFmpeg', (name) => {
    expect(parseField(name).map(({ text }) => text)).toEqual(ffmpegTexts(fieldPath(name)));
  });

  it('shows every line at its time', () => {
    expect(parseField('youtube_auto.vtt')).toEqual([
      { start: 0.5, end: 1.5, text: 'hello world' },
      { start: 1.5, end: 1.51, text: 'hello world' },
      { start: 2, end: 3, text: 'next' },
    ]);
    expect(parseField('blankline.srt')[0]?.text).toBe('- Hello\n- World');
    expect(parseField('heart.srt').map(({ text }) => text)).toEqual(['I <3 you so much', '5 < 7 and 9 > 3']);
  });

  it.each([
    ['latin_de.srt', 'Schöne Größe'],
    ['eucjp.srt', '夜に駆ける'],
    ['gbk.srt', '爱你一万年'],
  ])('%s shows %s', (name, text) => {
    expect(parseField(name)[0]?.text).toBe(text);
  });
});

describe('the caption parser accepts', () => {
  const texts = (file: string) => parseCaptions(file).map(({ text }) => text);

  it('line ends of CR CR LF, CR and LF', () => {
    for (const end of ['\r\r\n', '\r\n', '\n', '\r'])
      expect(texts(['1', '00:01,0 --> 00:02,0', 'a', 'b', '', '2', '00:03,0 --> 00:04,0', 'c', ''].join(end))).toEqual([
        'a\nb',
        'c',
      ]);
  });

  it('a timing in WebVTT without an empty line before it, as Chromium does', () => {
    expect(texts('WEBVTT\n\n00:01.000 --> 00:02.000\na\n00:02.000 --> 00:03.000\nb\n')).toEqual(['a', 'b']);
  });

  it('arrows and numbers in the text of SubRip', () => {
    expect(texts('1\n00:01,0 --> 00:02,0\nA --> B\n42\n\n2\n00:03,0 --> 00:04,0\n7\n')).toEqual(['A --> B\n42', '7']);
  });

  it('no text after an empty line of WebVTT, as Chromium does', () => {
    expect(texts('WEBVTT\n\n00:01.000 --> 00:02.000\na\n\nb\n')).toEqual(['a']);
  });
});

const ASS = `[Script Info]
Title: x
[V4+ Styles]
Format: Name, Fontname
Style: Default,Arial
[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
Dialogue: 0,0:00:01.00,0:00:02.50,Default,,0,0,0,,Hello, {\\i1}world{\\i0}\\Nsecond\\hline
Comment: 0,0:00:01.00,0:00:02.50,Default,,0,0,0,,not shown
Dialogue: 0,0:00:03.00,0:00:04.00,Default,,0,0,0,,{\\p1}m 0 0 l 100 0{\\p0}after the drawing
`;

it('the caption parser reads ASS and SSA as plain text', () => {
  expect(parseCaptions(ASS)).toEqual([
    { start: 1, end: 2.5, text: 'Hello, world\nsecond\u00a0line' },
    { start: 3, end: 4, text: 'after the drawing' },
  ]);
  const ssa =
    '[Script Info]\n[Events]\nFormat: Marked, Start, End, Text\nDialogue: Marked=0,0:00:01.00,0:00:02.00,a,b\n';
  expect(parseCaptions(ssa)).toEqual([{ start: 1, end: 2, text: 'a,b' }]);
});
