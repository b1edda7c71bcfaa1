import { describe, expect, it } from 'vitest';
import { fileFromBytes } from '#core/base/files.ts';
import { decodeImage } from '#core/image/codecs/decode.ts';
import { foreignImageFormat } from '#core/image/codecs/foreign-formats.ts';
import { sniffImage } from '#core/image/formats/registry.ts';
import { inspectFile } from '#core/inspect/inspect.ts';
import { en } from '#core/locales/all-en.ts';
import { errorSentence } from '#core/locales/format.ts';
import { ja } from '../all-ja.ts';
import { platform } from '../inline-platform.ts';

const latin = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'));

/** Returns a TIFF whose first directory has these tags, each a LONG. */
function tiff(tags: Readonly<Record<number, number>>): Uint8Array<ArrayBuffer> {
  const entries = Object.entries(tags);
  const bytes = Buffer.alloc(8 + 2 + 12 * entries.length + 4);
  bytes.write('II*\0\b', 'latin1');
  bytes.writeUInt16LE(entries.length, 8);
  entries.forEach(([tag, value], index) => {
    const at = 10 + 12 * index;
    bytes.writeUInt16LE(Number(tag), at);
    bytes.writeUInt16LE(4, at + 2);
    bytes.writeUInt32LE(1, at + 4);
    bytes.writeUInt32LE(value, at + 8);
  });
  return Uint8Array.from(bytes);
}

const files: readonly (readonly [format: string, sentence: string, bytes: Uint8Array<ArrayBuffer>])[] = [
  ['BigTIFF', 'This is a BigTIFF image.', latin('II+\0\b\0\0\0\x10\0\0\0\0\0\0\0')],
  ['BigTIFF', 'This is a BigTIFF image.', latin('MM\0+\0\b\0\0\0\0\0\0\0\0\0\x10')],
  ['RAW', 'This is a RAW image.', tiff({ 254: 1, 330: 900 })],
  ['RAW', 'This is a RAW image.', tiff({ 50706: 0x0401 })],
  ['RAW', 'This is a RAW image.', latin('II*\0\x10\0\0\0CR\x02\0')],
  ['RAW', 'This is a RAW image.', latin('\0\0\0\x18ftypcrx \0\0\0\x01crx isom')],
  ['RAW', 'This is a RAW image.', latin('FUJIFILMCCD-RAW 0201')],
  ['RAW', 'This is a RAW image.', latin('IIU\0\x18\0\0\0')],
  ['PSD', 'This is a PSD image.', latin('8BPS\0\x01\0\0\0\0\0\0')],
  ['JPEG XL', 'This is a JPEG XL image.', latin('\xff\x0a\0\0')],
  ['JPEG 2000', 'This is a JPEG 2000 image.', latin('\0\0\0\x0cjP  \r\n\x87\n')],
  ['Radiance HDR', 'This is a Radiance HDR image.', latin('#?RADIANCE\n')],
  ['OpenEXR', 'This is an OpenEXR image.', latin('\x76\x2f\x31\x01')],
  ['ICO', 'This is an ICO image.', latin('\0\0\x01\0\x01\0')],
];

describe('an image in an unsupported format', () => {
  it.each(files)('is refused with an error that names the format: %s', async (format, sentence, bytes) => {
    const expected = { code: 'imageFormat', data: { format } };
    const opened = decodeImage(fileFromBytes('photo.bin', bytes), { platform });
    await expect(opened).rejects.toMatchObject(expected);
    await expect(inspectFile(fileFromBytes('photo.bin', bytes))).rejects.toMatchObject(expected);
    const error = await opened.catch((thrown: unknown) => thrown);
    expect(errorSentence(error, en)).toBe(
      `${sentence} It can’t be opened here. Supported formats: JPG, PNG, WebP, AVIF, HEIC, GIF, BMP, TIFF and SVG.`,
    );
    expect(errorSentence(error, ja)).toContain(`これは ${format} 形式の画像です。`);
  });

  it('is not detected in a TIFF whose first directory is a full image, even with subdirectories', async () => {
    const bytes = tiff({ 254: 0, 256: 8, 257: 8, 330: 900 });
    expect([sniffImage(bytes), foreignImageFormat(bytes)]).toEqual(['tiff', undefined]);
    const raw = tiff({ 254: 1, 256: 8, 257: 8, 330: 900 });
    expect([sniffImage(raw), foreignImageFormat(raw)]).toEqual([undefined, 'RAW']);
  });

  it('is detected as RAW even if its directory is far from the start of the file', async () => {
    const directory = tiff({ 50706: 0x0401 });
    const bytes = new Uint8Array(100_000 + directory.length);
    bytes.set(directory.subarray(0, 4));
    new DataView(bytes.buffer).setUint32(4, 100_008, true);
    bytes.set(directory.subarray(8), 100_008);
    await expect(inspectFile(fileFromBytes('photo.dng', bytes))).rejects.toMatchObject({ data: { format: 'RAW' } });
  });
});
