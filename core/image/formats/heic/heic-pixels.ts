import type { Damage } from '../../../base/damage.ts';
import { FudebakoError } from '../../../base/errors.ts';
import { createRaster, type Raster } from '../../../base/raster.ts';
import type { Size } from '../../../geometry/point.ts';
import type { TaskContext } from '../../../platform/context.ts';
import type { WasmModule } from '../../../platform/wasm.ts';
import type { NclxCodes } from '../../color/nclx.ts';
import { colorOf, readHeicLayout } from '../heif/layout.ts';
import { type HeicImage, readHeicImages } from './heic-images.ts';
import { type HevcDecoder, type HevcPicture, type SamplePlane, startLibde265 } from './libde265.ts';
import { convertFromYcbcr, isKnownMatrix } from './ycbcr.ts';

/** Decoded pixels of a HEIC with their color codes (ITU-T H.273), from the boxes or from the HEVC bitstream. */
export interface HeicPixels extends Raster {
  readonly nclx: NclxCodes;
  readonly damage: Damage | undefined;
}

/** Decodes to straight RGBA in the file's color space, before rotation and crop. Throws FudebakoError, RangeError. */
export async function decodeHeicPixels(
  bytes: Uint8Array,
  load: () => Promise<WasmModule>,
  onProgress: TaskContext['onProgress'],
): Promise<HeicPixels> {
  const layout = readHeicLayout(bytes);
  const { main, alpha, isPremultiplied } = readHeicImages(bytes, layout);
  const decode = await startLibde265(load);
  const count = main.tiles.length + (alpha?.tiles.length ?? 0);
  let done = 0;
  const onTile = () => onProgress?.(++done / count);
  const { planes, image, isDamaged } = assemble(main, decode, onTile);
  const alphaPart = alpha && assemble(alpha, decode, onTile);
  const { primaries, transfer, matrix, isFullRange } = colorOf(bytes, layout.properties).nclx ?? image;
  if (!isKnownMatrix(matrix))
    throw new FudebakoError('imageFormat', { format: `HEIC (matrix coefficients ${matrix})` });
  const raster = createRaster(main.size.width, main.size.height);
  convertFromYcbcr(planes, { matrix, isFullRange }, raster);
  if (alphaPart) {
    setAlpha(raster, alphaPart.planes[0] as SamplePlane);
    if (isPremultiplied) unpremultiply(raster);
  }
  return { ...raster, nclx: { primaries, transfer }, damage: isDamaged || alphaPart?.isDamaged ? 'error' : undefined };
}

/** Decodes all tiles of a HEIC into common planes, so that chroma is interpolated across the edges of tiles. */
function assemble({ size, tileSize, tiles }: HeicImage, decode: HevcDecoder, onTile: () => void) {
  const columns = Math.ceil(size.width / tileSize.width);
  let first: HevcPicture | undefined;
  let planes: SamplePlane[] = [];
  let isDamaged = false;
  for (const [index, { units }] of tiles.entries()) {
    const image = decode(units);
    isDamaged ||= image.isDamaged;
    const [luma] = image.planes;
    if (!luma || luma.width < tileSize.width || luma.height < tileSize.height)
      throw new RangeError('A picture is smaller than its boxes state');
    if (!first) {
      first = image;
      planes = image.planes.map((plane) => wholePlane(plane, luma, size));
    }
    const { planes: own } = first;
    const isAlike = image.planes.every((plane, at) => isSameKind(plane, own[at]));
    if (image.planes.length !== own.length || !isAlike) throw new RangeError('The tiles differ in their format');
    const [left, top] = [(index % columns) * tileSize.width, Math.floor(index / columns) * tileSize.height];
    for (const [at, plane] of image.planes.entries()) {
      const [across, down] = [plane.width < luma.width ? 2 : 1, plane.height < luma.height ? 2 : 1];
      const part = { width: Math.ceil(tileSize.width / across), height: Math.ceil(tileSize.height / down) };
      placeTile(plane, part, planes[at] as SamplePlane, Math.floor(left / across), Math.floor(top / down));
    }
    onTile();
  }
  if (!first) throw new RangeError('There is no image');
  return { planes, image: first, isDamaged };
}

const isSameKind = (plane: SamplePlane, other: SamplePlane | undefined): boolean =>
  plane.width === other?.width && plane.height === other.height && plane.bits === other.bits;

function wholePlane({ width, height, bits }: SamplePlane, luma: SamplePlane, size: Size): SamplePlane {
  const wide = width < luma.width ? Math.ceil(size.width / 2) : size.width;
  const high = height < luma.height ? Math.ceil(size.height / 2) : size.height;
  return { width: wide, height: high, bits, data: new (bits > 8 ? Uint16Array : Uint8Array)(wide * high) };
}

function placeTile(from: SamplePlane, { width, height }: Size, to: SamplePlane, left: number, top: number): void {
  const columns = Math.min(width, from.width, to.width - left);
  const rows = Math.min(height, from.height, to.height - top);
  for (let row = 0; row < rows; row++) {
    const at = row * from.width;
    to.data.set(from.data.subarray(at, at + columns), (top + row) * to.width + left);
  }
}

function setAlpha({ data }: Raster, plane: SamplePlane): void {
  const scale = 255 / (2 ** plane.bits - 1);
  for (let at = 3, from = 0; at < data.length; at += 4, from++) data[at] = (plane.data[from] as number) * scale;
}

/** Divides colors by alpha, because a `prem` reference marks premultiplied colors (ISO/IEC 23008-12, 6.6.2.1). */
function unpremultiply({ data }: Raster): void {
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3] as number;
    if (alpha === 0 || alpha === 255) continue;
    for (let channel = at; channel < at + 3; channel++)
      data[channel] = Math.round(((data[channel] as number) * 255) / alpha);
  }
}
