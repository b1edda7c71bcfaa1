import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BufferTarget, Mp4OutputFormat, Output, TextSubtitleSource } from 'mediabunny';
import { describe, expect, it } from 'vitest';
import { fileFromBytes } from '#core/base/files.ts';
import { readEmbeddedCaptions } from '#core/text/captions/embedded.ts';
import { emptyFolder } from '../command/harness.ts';

const SRT = `1
00:00:00,500 --> 00:00:01,250
夜に駆ける

2
00:00:02,000 --> 00:00:03,500
I <3 you,
so much

`;
const SHOWN = [
  { start: 0.5, end: 1.25, text: '夜に駆ける' },
  { start: 2, end: 3.5, text: 'I <3 you,\nso much' },
];

const bytesOf = (path: string) => new Uint8Array(readFileSync(path));

/** Makes a video of four seconds with text tracks, by FFmpeg. */
function videoWith(name: string, codec: string, args: readonly string[] = []): Uint8Array<ArrayBuffer> {
  const folder = emptyFolder();
  writeFileSync(join(folder, 'texts.srt'), SRT);
  writeFileSync(join(folder, 'english.srt'), SRT.replace('夜に駆ける', 'Racing into the night'));
  const video = ['-f', 'lavfi', '-i', 'testsrc=size=64x36:rate=10:duration=4'];
  const tracks = ['-i', 'english.srt', '-i', 'texts.srt', '-map', '0', '-map', '1', '-map', '2'];
  const languages = ['-metadata:s:s:0', 'language=eng', '-metadata:s:s:1', 'language=jpn'];
  execFileSync('ffmpeg', ['-v', 'error', ...video, ...tracks, ...languages, '-c:s', codec, ...args, name], {
    cwd: folder,
  });
  return bytesOf(join(folder, name));
}

describe('captions inside a video show as plain text', () => {
  it.each<[string, string, string, ...string[]]>([
    ['SubRip in Matroska', 'a.mkv', 'srt'],
    ['ASS in Matroska', 'a.mkv', 'ass'],
    ['WebVTT in WebM', 'a.webm', 'webvtt', '-c:v', 'libvpx'],
    ['timed text in MP4', 'a.mp4', 'mov_text'],
    ['timed text in MP4 with its index first', 'a.mp4', 'mov_text', '-movflags', 'faststart'],
    ['timed text in QuickTime', 'a.mov', 'mov_text'],
  ])('%s', async (_name, file, codec, ...args) => {
    const bytes = videoWith(file, codec, args);
    const found = await readEmbeddedCaptions(fileFromBytes(file, bytes), 'ja');
    expect(found).toEqual({ name: 'jpn', cues: SHOWN });
    const english = await readEmbeddedCaptions(fileFromBytes(file, bytes), 'en');
    expect(english?.cues[0]?.text).toBe('Racing into the night');
  });

  it('WebVTT in MP4', async () => {
    const output = new Output({ format: new Mp4OutputFormat(), target: new BufferTarget() });
    const source = new TextSubtitleSource('webvtt');
    output.addSubtitleTrack(source);
    await output.start();
    await source.add(
      'WEBVTT\n\n00:00.500 --> 00:01.250\n夜に駆ける\n\n00:02.000 --> 00:03.500\nI &lt;3 you,\nso <i>much</i>\n',
    );
    await output.finalize();
    const bytes = new Uint8Array(output.target.buffer as ArrayBuffer);
    expect((await readEmbeddedCaptions(fileFromBytes('a.mp4', bytes), 'en'))?.cues).toEqual(SHOWN);
  });
});

it('a video without text tracks has no captions, and a damaged one causes no error', async () => {
  for (const [name, codec] of [
    ['a.mkv', 'srt'],
    ['a.mp4', 'mov_text'],
  ] as const) {
    expect(await readEmbeddedCaptions(fileFromBytes(name, videoWith(name, codec, ['-sn'])), 'ja')).toBeUndefined();
    const bytes = videoWith(name, codec);
    const step = Math.ceil(bytes.length / 97);
    for (let length = 0; length < bytes.length; length += step) {
      const found = await readEmbeddedCaptions(fileFromBytes(name, bytes.slice(0, length)), 'ja');
      for (const { text } of found?.cues ?? [])
        expect([...SHOWN.map((cue) => cue.text), 'Racing into the night']).toContain(text);
      for (const value of [0, 1, 0x7f, 0xff]) {
        const damaged = bytes.with(length, value).with((length * 7) % bytes.length, value);
        await readEmbeddedCaptions(fileFromBytes(name, damaged), 'ja');
      }
    }
  }
});
