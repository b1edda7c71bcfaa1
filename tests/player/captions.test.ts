import { describe, expect, it } from 'vitest';
import { captionsAt, parseCaptions } from '#app/tools/player/engine/captions.ts';

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
