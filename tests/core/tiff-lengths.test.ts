import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { fileFromBytes } from '#core/base/files.ts';
import { decodeImage } from '#core/image/codecs/decode.ts';
import { createNodePlatform } from '#scripts/platform/index.ts';
import { fieldFolder, readField } from '../samples.ts';

const platform = createNodePlatform();
const pixels = async (bytes: Uint8Array<ArrayBuffer>) => {
  const warnings: string[] = [];
  const context = { platform, onWarning: ({ code }: { code: string }) => void warnings.push(code) };
  const { raster } = await decodeImage(fileFromBytes('a.tif', bytes), context);
  return { data: Buffer.from(raster.data), warnings };
};
const reference = (bytes: Uint8Array) =>
  sharp(bytes, { failOn: 'none' }).toColourspace('srgb').ensureAlpha().raw().toBuffer();

describe('a TIFF', () => {
  it.skipIf(!fieldFolder)(
    'with a strip length of 0 opens with the pixels of libtiff and a warning (needs ../shared/field)',
    async () => {
      const bytes = readField('t-g4-sbc0.tif');
      const { data, warnings } = await pixels(bytes);
      expect(data.equals(await reference(bytes))).toBe(true);
      expect(warnings).toHaveLength(1);
    },
  );

  it('that lists tiles by the tags of strips opens with all pixels and a warning', async () => {
    const noise = Uint8Array.from({ length: 40 * 40 * 3 }, (_, at) => (at * 7919) % 251);
    const image = sharp(noise, { raw: { width: 40, height: 40, channels: 3 } });
    const bytes = new Uint8Array(
      await image.tiff({ compression: 'lzw', tile: true, tileWidth: 16, tileHeight: 16 }).toBuffer(),
    );
    const expected = await reference(bytes);
    const view = new DataView(bytes.buffer);
    const isLittle = bytes[0] === 0x49;
    const at = view.getUint32(4, isLittle);
    for (let index = 0; index < view.getUint16(at, isLittle); index++) {
      const entry = at + 2 + index * 12;
      const tag = view.getUint16(entry, isLittle);
      // TileOffsets 324 becomes StripOffsets 273, and TileByteCounts 325 StripByteCounts 279.
      if (tag === 324 || tag === 325) view.setUint16(entry, tag === 324 ? 273 : 279, isLittle);
    }
    const { data, warnings } = await pixels(bytes);
    expect(data.equals(expected)).toBe(true);
    expect(warnings).toHaveLength(1);
  });
});
