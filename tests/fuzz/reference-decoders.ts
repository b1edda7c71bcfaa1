import { spawnSync } from 'node:child_process';
import sharp from 'sharp';
import { type Raster, wrapRaster } from '#core/base/raster.ts';

// Sharp uses one thread and no cache, so that memory and time are stable.
sharp.concurrency(1);
sharp.cache(false);

/** Maximum pixels of a compared image, because a damaged header may state 100 megapixels. */
export const MAX_COMPARED_PIXELS = 4_000_000;

/** Decodes by libvips, by default with its strictest check, to upright, straight sRGB; `undefined` if libvips refuses the file. */
export async function decodeBySharp(
  bytes: Uint8Array,
  { ignoreIcc = false, failOn = 'warning' as 'warning' | 'none' } = {},
): Promise<Raster | undefined> {
  try {
    const image = sharp(bytes, { failOn, limitInputPixels: MAX_COMPARED_PIXELS, ignoreIcc });
    const { data, info } = await image
      .autoOrient()
      .toColourspace('srgb')
      .ensureAlpha()
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    return wrapRaster(info.width, info.height, new Uint8Array(data));
  } catch {
    return undefined;
  }
}

const ffmpegInputs = { bmp: 'bmp_pipe', gif: 'gif', png: 'png_pipe', jpg: 'jpeg_pipe' } as const;

/** Decodes by FFmpeg, which stops at the first error and ignores orientation; `undefined` for an error. */
export async function decodeByFfmpeg(
  bytes: Uint8Array,
  format: keyof typeof ffmpegInputs,
): Promise<Raster | undefined> {
  const args = ['-v', 'error', '-xerror', '-err_detect', 'explode', '-f', ffmpegInputs[format], '-i', 'pipe:0'];
  const { status, stdout, stderr } = spawnSync(
    'ffmpeg',
    [...args, '-frames:v', '1', '-pix_fmt', 'rgba', '-c:v', 'png', '-compression_level', '0', '-f', 'image2pipe', 'pipe:1'],
    { input: bytes, maxBuffer: 1 << 28 },
  ); // biome-ignore format: a table
  return status === 0 && stderr.length === 0 && stdout.length > 0 ? decodeBySharp(stdout) : undefined;
}
