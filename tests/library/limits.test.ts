import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { createPlatform, FudebakoError, inspect, ParameterError, run } from '#scripts/library/index.ts';

/** An SVG of 200 characters that takes two minutes to draw. */
const SPINS = new TextEncoder().encode(
  '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300"><filter id="f"><feMorphology operator="dilate" radius="100"/></filter><rect filter="url(#f)" width="300" height="300"/></svg>',
);
const half = { topX: 0, topY: 0, bottomX: 10, bottomY: 10 };
const image = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#369' } })
    .png()
    .toBuffer();

const platforms: { close(): void }[] = [];
const limited = (limits: Parameters<typeof createPlatform>[0]) => {
  const platform = createPlatform({ threads: 1, ...limits });
  platforms.push(platform);
  return platform;
};
afterAll(() => {
  for (const platform of platforms) platform.close();
});

describe('the library’s function createPlatform', () => {
  it('stops a call that takes longer than its timeout, and runs the next', async () => {
    const platform = limited({ timeout: 2 });
    const error = await run('crop', { image: SPINS }, half, { platform }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(FudebakoError);
    expect(error).toMatchObject({ code: 'timedOut', data: { seconds: 2 } });
    expect(await run('crop', { image: await image() }, half, { platform })).toMatchObject({ width: 10, height: 10 });
  });

  it('refuses a call that needs more memory than its limit', async () => {
    const large = await sharp({ create: { width: 3000, height: 1000, channels: 3, background: '#369' } })
      .webp()
      .toBuffer();
    const refused = run('crop', { image: large }, half, { platform: limited({ maxMemory: 32 }) });
    await expect(refused).rejects.toMatchObject({ code: 'memoryLimit', data: { megabytes: 32 } });
    const passed = await run('crop', { image: large }, half, { platform: limited({ maxMemory: 2000 }) });
    expect(passed).toMatchObject({ width: 10, height: 10 });
  });

  it('refuses images over its limit, and still returns their size', async () => {
    const platform = limited({ maxPixels: 1199 });
    const refused = run('crop', { image: await image() }, half, { platform });
    await expect(refused).rejects.toMatchObject({ code: 'imageTooLarge', data: { megapixels: 0.001_199 } });
    expect(await inspect(await image(), { platform })).toMatchObject({ width: 40, height: 30 });
  });

  it.each([
    [{ maxPixels: 0 }, 'maxPixels'],
    [{ maxPixels: 100_000_001 }, 'maxPixels'],
    [{ maxMemory: 15 }, 'maxMemory'],
    [{ timeout: 0 }, 'timeout'],
    [{ timeout: '1' as never }, 'timeout'],
    [{ threads: 0, timeout: 1 }, 'threads'],
    [{ threads: 0, maxMemory: 100 }, 'threads'],
  ])('refuses %j', (limits, path) => {
    expect(() => createPlatform(limits)).toThrow(expect.objectContaining({ path }));
    expect(() => createPlatform(limits)).toThrow(ParameterError);
  });
});
