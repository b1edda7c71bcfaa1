import { describe, expect, it } from 'vitest';
import { kindOf } from '#app/intake/file-kinds.ts';
import { openersOf } from '#app/intake/open-with.ts';

const file = (name: string, type = '') => new File(['x'], name, { type });

describe('the kind of a file', () => {
  it.each([
    ['photo.JPG', '', 'image'],
    ['clipboard', 'image/png', 'image'],
    ['a.wav', 'audio/x-wav', 'wav'],
    ['a.MP3', '', 'mp3'],
    ['memo.m4a', 'audio/mp4', 'audio'],
    ['a.mkv', '', 'video'],
    ['camera', 'video/mp4', 'video'],
    ['a.vtt', 'text/vtt', 'captions'],
    ['notes.txt', 'text/plain', undefined],
    ['folder', '', undefined],
    // No screen opens this file: the audio converters check only the extension, and this name has none.
    ['a', 'audio/wav', undefined],
  ])('named %s with type %j is %s', (name, type, kind) => {
    expect(kindOf(file(name, type))).toBe(kind);
  });
});

describe('the screens that open files', () => {
  const routes = (...files: File[]) => openersOf(files).map(({ route, count }) => [route, count]);

  it('for an image are all tools that open images, in the order of the sidebar', () => {
    expect(openersOf([file('a.png')]).map(({ route }) => route)).toEqual([
      'format_converter',
      'cropper',
      'scaler',
      'color_adjuster',
      'blur_sharpen',
      'shape_editor',
      'mask_creator',
      'layer',
      'advanced_text_editor',
      'horizontal_editor',
      'editor',
      'sound_to_video',
      'sound_to_slide_show_video',
    ]);
  });

  it('start with the tool that accepts most of several files', () => {
    const files = [file('a.wav'), file('b.wav'), file('c.mp3')];
    expect(routes(...files)).toEqual([
      ['audio_converter', 3],
      ['wav_to_mp3', 2],
      ['sound_to_video', 1],
      ['sound_to_slide_show_video', 1],
      ['mp3_to_wav', 1],
    ]);
    expect(openersOf(files).find(({ route }) => route === 'wav_to_mp3')?.files).toEqual(files.slice(0, 2));
    expect(routes(file('a.png'), file('b.png'), file('c.png'), file('d.mp3'))[0]).toEqual([
      'sound_to_slide_show_video',
      4,
    ]);
  });

  it('are the video tools for audio with captions', () => {
    expect(routes(file('a.mp3'), file('a.png'), file('a.srt')).slice(0, 2)).toEqual([
      ['sound_to_video', 3],
      ['sound_to_slide_show_video', 3],
    ]);
  });

  it('are the player for captions and videos, the converter for their audio, and none for unsupported files', () => {
    expect(routes(file('a.webm'), file('a.srt'))).toEqual([
      ['video_playback', 2],
      ['audio_converter', 1],
    ]);
    expect(routes(file('a.srt'))).toEqual([['video_playback', 1]]);
    expect(routes(file('notes.txt'))).toEqual([]);
    expect(routes()).toEqual([]);
  });
});
