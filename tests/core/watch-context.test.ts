import { expect, it } from 'vitest';
import { STALL_SECONDS } from '#core/base/outside-limits.ts';
import type { OperationContext } from '#core/platform/context.ts';
import type { Platform } from '#core/platform/platform.ts';
import { watchContext } from '#core/workers/watch-context.ts';

const megabytes = (count: number) => new Uint8Array(count * 1e6);

it('gives FFmpeg the time that the size of its input needs, and then the limit of reading again', async () => {
  const allowed: [seconds: number, phase: string][] = [];
  const pulse = { allow: (seconds: number, phase: string) => void allowed.push([seconds, phase]), beat: () => {} };
  const media = { ffmpeg: async () => async () => new Uint8Array(0) };
  const platform = { workers: { size: 1 }, images: {}, media } as unknown as Platform;
  const context = watchContext({ platform } as OperationContext, pulse);
  const run = await context.platform.media.ffmpeg();
  const decode = (count: number) =>
    run({ args: [], input: { name: 'in', bytes: megabytes(count) }, output: 'out' }, undefined);
  const { reading, working } = STALL_SECONDS;
  await Promise.all([decode(2), decode(40)]);
  expect(allowed).toEqual([
    [reading, 'reading'],
    [reading + 21, 'decoding'],
    [reading + 40, 'decoding'],
    [reading, 'reading'],
  ]);
  // During processing, the higher limit stays.
  context.onStage?.('encode');
  await decode(1);
  expect(allowed.slice(4)).toEqual([[working, 'working']]);
});
