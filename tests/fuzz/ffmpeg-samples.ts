import { spawnSync } from 'node:child_process';
import { withTemporaryFile } from './image-makers.ts';

/** Returns the samples of each channel by FFmpeg, or `undefined` if FFmpeg reports an error. */
export function decodeByFfmpeg(
  bytes: Uint8Array<ArrayBuffer>,
  extension: string,
  channels: number,
  { strict = true, trimmed = true } = {},
): Float32Array[] | undefined {
  return withTemporaryFile(bytes, `a.${extension}`, (path) => {
    // For MP3, skips FFmpeg's checks of bitstream and buffer, which refuse the stuffing of encoders such as Shine.
    const checks = extension === 'mp3' ? 'crccheck+explode' : 'crccheck+bitstream+buffer+explode';
    const strictly = strict ? ['-xerror', '-err_detect', checks] : [];
    const untrimmed = trimmed ? [] : ['-flags2', 'skip_manual'];
    const { status, stdout, stderr } = spawnSync(
      'ffmpeg',
      ['-v', 'error', ...strictly, ...untrimmed, '-f', extension, '-i', path, '-map', '0:a', '-f', 'f32le', 'pipe:1'],
      { maxBuffer: 1 << 28 },
    );
    if (status !== 0 || (strict && stderr.length > 0)) return undefined;
    const samples = new Float32Array(
      stdout.buffer.slice(stdout.byteOffset, stdout.byteOffset + stdout.length) as ArrayBuffer,
    );
    const frames = Math.floor(samples.length / channels);
    return Array.from({ length: channels }, (_, channel) =>
      Float32Array.from({ length: frames }, (_, frame) => samples[frame * channels + channel] as number),
    );
  });
}
