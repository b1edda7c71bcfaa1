import { describe, expect, it } from 'vitest';
import type { TranslatedErrorCode } from '#core/base/error-codes.ts';
import { CancelledError, FudebakoError } from '#core/base/errors.ts';
import { createRaster } from '#core/base/raster.ts';
import { encodeImage } from '#core/image/codecs/encode.ts';
import { en } from '#core/locales/all-en.ts';
import { errorReason, errorSentence, foreignDetail } from '#core/locales/format.ts';
import type { Platform } from '#core/platform/platform.ts';
import { ja } from '../all-ja.ts';

/** Finds English words, apart from names of formats and interfaces that are the same in Japanese. */
const englishIn = (sentence = '') => sentence.replace(/WAV|MP3|Web Audio API|Hz/g, '').match(/[A-Za-z]{2,}/g) ?? [];

describe('the reason in an error’s message', () => {
  it.each([
    [
      'wavUnsupported',
      { reasons: 'wavTag', tag: 49 },
      'Conversion invalid: format tag 49',
      '変換できない形式です：形式番号 49',
    ],
    ['wavUnsupported', { reasons: '12 Hz' }, 'Conversion invalid: 12 Hz', '変換できない形式です：12 Hz'],
  ] as const)('has a sentence for the code %s with %j', (code, data, english, japanese) => {
    const error = new FudebakoError(code, data);
    expect(errorSentence(error, en)).toBe(english);
    expect(errorSentence(error, ja)).toBe(japanese);
  });

  it('says nothing twice if the cause has the same message', () => {
    const cause = new FudebakoError('videoSoundType');
    expect(errorReason(new FudebakoError('videoSoundType', {}, { cause }), en)).toBeUndefined();
  });

  it('contains the numbers of the error', () => {
    const error = new FudebakoError('mp3Conversion', { reason: 'framesMissing', frames: 3, expected: 8 });
    expect(errorReason(error, en)).toBe('3 of 8 frames encoded');
    expect(errorReason(error, ja)).toBe('8 フレームのうち 3 フレームしか得られませんでした。');
  });

  it('is the sentence and reason of the cause if the error itself has no reason', () => {
    const cause = new FudebakoError('inspectUnknown', { reason: 'damaged' });
    const error = new FudebakoError('audioMetadata', {}, { cause });
    expect(errorReason(error, en)).toBe(`${en.errors.inspectUnknown} ${en.reasons.damaged}`);
    expect(errorReason(error, ja)).toBe(`${ja.errors.inspectUnknown}${ja.reasons.damaged}`);
    expect(errorReason(new FudebakoError('audioMetadata', {}, { cause: new Error('raw') }), ja)).toBeUndefined();
  });

  it.each(['soundBlocked', 'webAudioMissing'] as const)(
    'contains the cause %s in the reader’s language',
    (code: TranslatedErrorCode) => {
      const cause = new FudebakoError(code);
      const error = new FudebakoError('audioPlayback', { detail: cause.message }, { cause });
      expect(errorSentence(error, en)).toBe(`Audio playback error: ${en.errors[code]}`);
      expect(errorSentence(error, ja)).toBe(`音声を再生できませんでした：${ja.errors[code]}`);
      expect(englishIn(errorSentence(error, ja))).toEqual([]);
      expect(foreignDetail(error)).toBeUndefined();
      expect(errorReason(error, ja)).toBeUndefined();
    },
  );

  it('that the platform states in English is replaced in a Japanese message', () => {
    const error = new FudebakoError(
      'videoPlayback',
      { detail: 'Decoding error.' },
      { cause: new Error('Decoding error.') },
    );
    expect(errorSentence(error, en)).toBe('Video playback error: Decoding error.');
    expect(foreignDetail(error)).toBe('Decoding error.');
    expect(englishIn(errorSentence(error, ja, '問題が発生しました。'))).toEqual([]);
  });
});

describe('a failing image encoder', () => {
  const failing = (error: Error) =>
    ({
      images: { encodeJpeg: () => Promise.reject(error) },
      workers: { size: 1, run: () => Promise.reject(error) },
    }) as unknown as Platform;

  it.each(['jpg', 'png', 'webp'] as const)('for %s causes an imageEncode error with the cause', async (format) => {
    const cause = new Error('No encoder today');
    await expect(encodeImage(createRaster(2, 2), { format }, { platform: failing(cause) })).rejects.toMatchObject({
      code: 'imageEncode',
      cause,
    });
  });

  it.each([new CancelledError(), new FudebakoError('workerDied'), new RangeError('Array buffer allocation failed')])(
    'keeps its own error code if it is more specific: %s',
    async (error) => {
      await expect(encodeImage(createRaster(2, 2), { format: 'png' }, { platform: failing(error) })).rejects.toBe(
        error,
      );
    },
  );
});
