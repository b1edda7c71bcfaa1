import sharp from 'sharp';
import { expect, it } from 'vitest';
import { joinBytes } from '#core/base/bytes.ts';
import { fileFromBytes } from '#core/base/files.ts';
import { decodeImage } from '#core/image/codecs/decode.ts';
import { tags } from '#core/image/formats/tiff/tiff-directory.ts';
import { deepOr, isDeep } from '../deep.ts';
import { platform } from '../inline-platform.ts';
import { grayTags, makeTiff } from './tiffs.ts';

it('the tables that JPEG tiles of a TIFF share are parsed once', async () => {
  const side = 16;
  const jpeg = new Uint8Array(
    await sharp({ create: { width: side, height: side, channels: 3, background: '#777' } })
      .toColourspace('b-w')
      .jpeg({ optimizeCoding: false })
      .toBuffer(),
  );
  const find = (marker: number) => Buffer.from(jpeg).indexOf(Uint8Array.of(0xff, marker));
  const [quantization, frame, codes, scan] = [find(0xdb), find(0xc0), find(0xc4), find(0xda)];
  const segments = (from: number, to: number) => jpeg.subarray(from, to);
  const tables = joinBytes(segments(quantization, frame), segments(codes, scan));
  const tile = joinBytes([0xff, 0xd8], segments(frame, codes), segments(scan, jpeg.length));
  const columns = 60;
  const cpuMs = async (shared: Uint8Array) => {
    const bytes = makeTiff([
      {
        tags: {
          ...grayTags(columns * side, columns * side),
          [tags.compression]: [7],
          [tags.jpegTables]: joinBytes([0xff, 0xd8], shared, [0xff, 0xd9]),
          [tags.tileWidth]: [side],
          [tags.tileHeight]: [side],
        },
        strips: Array<Uint8Array>(columns * columns).fill(tile),
        isTiled: true,
      },
    ]);
    const times: number[] = [];
    for (let run = 0; run < deepOr(3, 1); run++) {
      const start = process.cpuUsage();
      const { raster } = await decodeImage(fileFromBytes('a', bytes.slice()), { platform });
      expect(raster.data[0]).toBeCloseTo(0x77, -1);
      const { user, system } = process.cpuUsage(start);
      times.push((user + system) / 1000);
    }
    return Math.min(...times);
  };
  // Nine copies of the tables have about 4 kB. Parsed for each tile, they take several times as long as one copy.
  const copies = joinBytes(...Array<Uint8Array>(Math.floor(4000 / tables.length)).fill(tables));
  const [many, one] = [await cpuMs(copies), await cpuMs(tables)];
  if (isDeep) expect(many).toBeLessThan(1.8 * one);
});
