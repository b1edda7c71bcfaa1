import { beforeAll, describe, expect, it } from 'vitest';
import { CancelledError } from '#core/base/errors.ts';
import { createRaster, type Raster } from '#core/base/raster.ts';
import { encodeImage } from '#core/image/codecs/encode.ts';
import { encodePng } from '#core/image/formats/png/encode-png.ts';
import type { Context2D } from '#core/platform/canvas.ts';
import type { PlatformImageType } from '#core/platform/codecs.ts';
import type { TimedImage } from '#core/platform/media.ts';
import type { Platform } from '#core/platform/platform.ts';
import type { WasmName } from '#core/platform/wasm.ts';
import { parseGroup } from '#core/video/h264/group.ts';
import { toYuv } from '#core/video/h264/yuv.ts';
import { farthest } from './core/test-images.ts';
import { animatedGif, animatedWebp, displayP3Jpeg } from './platform.images.ts';

/** A platform to test, and the expected values that differ between platforms. */
export interface PlatformExpectations {
  readonly name: string;
  readonly create: () => Platform;
  /** Minimum of the platform's `workers.size`. */
  readonly workers: number;
  /** The formats that the platform decodes besides JPEG and PNG. */
  readonly decodes: readonly PlatformImageType[];
}

/** Tests whether a platform implements the interfaces in `core/platform/`. Called at the top of a test file. */
export function describePlatform(expectations: PlatformExpectations): void {
  describe(`the platform ${expectations.name}`, () => {
    let platform: Platform;
    beforeAll(() => {
      platform = expectations.create();
    });
    describe('images', () => describeImages(() => platform, expectations));
    describe('canvases', () => describeCanvases(() => platform));
    describe('fonts', () => describeFonts(() => platform));
    describe('wasm', () => describeWasm(() => platform));
    describe('media', () => describeMedia(() => platform));
    describe('workers', () => describeWorkers(() => platform, expectations));
  });
}

function describeMedia(platform: () => Platform) {
  const settings = { width: 176, height: 144, fps: 30, quality: 23 };
  const images = [gradient(176, 144), noise(176, 144, 9)].map(toYuv);
  async function* inTurn(): AsyncGenerator<TimedImage> {
    for (const [frame, image] of images.entries()) yield { image, frame };
  }

  it('the platform includes a video encoder that needs only WebAssembly', async () => {
    const encoders = await platform().media.videoEncoders();
    expect(encoders.at(-1)?.name).toBe('ffmpeg');
  });

  it('every video encoder of the platform encodes a closed GOP, with the same SPS and PPS each time', async () => {
    for (const encoder of await platform().media.videoEncoders()) {
      const groups = [];
      for (let time = 0; time < 2; time++) {
        const streams = await encoder.encodeGroup(inTurn(), settings);
        expect(streams).toHaveLength(2);
        groups.push(parseGroup(streams));
      }
      const [first, second] = groups;
      expect(first?.images).toHaveLength(2);
      expect(second?.sps).toEqual(first?.sps);
      expect(second?.pps).toEqual(first?.pps);
      // The profile in the video's sequence parameter set is Main or High.
      expect([77, 100]).toContain(first?.sps[1]);
    }
  });

  it('the platform does not encode when canceled', async () => {
    const controller = new AbortController();
    controller.abort();
    for (const encoder of await platform().media.videoEncoders())
      await expect(encoder.encodeGroup(inTurn(), settings, controller.signal)).rejects.toBeInstanceOf(CancelledError);
  });

  it('the AAC encoder of the platform, if any, writes one packet more than the audio’s length requires', async () => {
    const encoder = await platform().media.aacEncoder();
    async function* audio() {
      yield new Float32Array(2048).map((_, index) => Math.sin(index / 20) / 2);
      yield new Float32Array(2048);
      yield new Float32Array(300);
    }
    const stream = await encoder?.encode(audio(), 128_000);
    expect(stream?.packets.length ?? 4).toBe(4);
    // The decoder configuration of AAC-LC, 44,100 Hz, two channels (ISO/IEC 14496-3, 1.6.2.1).
    expect([...(stream?.description.subarray(0, 2) ?? [0x12, 0x10])]).toEqual([0x12, 0x10]);
  });

  it('a timer of the platform calls back after its delay, unless canceled', async () => {
    const { setTimer } = platform().media;
    const called: string[] = [];
    const cancel = setTimer(1, () => called.push('taken back'));
    cancel();
    await new Promise<void>((resolve) => setTimer(20, resolve));
    expect(called).toEqual([]);
  });

  it('the platform streams each piece of data to its position in an output sink', async () => {
    const written: [number, number][] = [];
    const sink = { write: async (data: Uint8Array, position: number) => void written.push([position, data.length]) };
    const writer = (platform().media.streamInto(sink) as WritableStream).getWriter();
    await writer.write({ type: 'write', data: new Uint8Array(3), position: 100 });
    await writer.write({ type: 'write', data: new Uint8Array(5), position: 0 });
    await writer.close();
    expect(written).toEqual([
      [100, 3],
      [0, 5],
    ]);
  });

  it('the platform reports why an output sink cannot be written', async () => {
    const full = { write: () => Promise.reject(new Error('No space left')) };
    const writer = (platform().media.streamInto(full) as WritableStream).getWriter();
    await expect(writer.write({ type: 'write', data: new Uint8Array(3), position: 0 })).rejects.toThrow(
      'No space left',
    );
    await expect(writer.closed).rejects.toThrow('No space left');
  });
}

function describeImages(platform: () => Platform, { decodes }: PlatformExpectations) {
  it('the platform decodes its own JPEG to opaque pixels close to the original', async () => {
    const raster = gradient(70, 300);
    const decoded = await platform().images.decode(await platform().images.encodeJpeg(raster, 1), 'image/jpeg');
    expect([decoded.width, decoded.height]).toEqual([70, 300]);
    expect(decoded.data).toBeInstanceOf(Uint8ClampedArray);
    expect(decoded.data.byteLength).toBe(70 * 300 * 4);
    expect(farthest(decoded.data, raster.data)).toBeLessThanOrEqual(6);
    expect(decoded.data.filter((_, index) => index % 4 === 3).every((alpha) => alpha === 255)).toBe(true);
  });

  it('the platform writes baseline JPEG without Exif, smaller at a lower quality, and does not change the raster', async () => {
    const raster = noise(64, 48, 7);
    const before = raster.data.slice();
    const [low, middle, high] = await Promise.all(
      [0.1, 0.6, 0.95].map((quality) => platform().images.encodeJpeg(raster, quality)),
    );
    expect(low?.length).toBeLessThan(middle?.length ?? 0);
    expect(middle?.length).toBeLessThan(high?.length ?? 0);
    expect(jpegMarkers(high as Uint8Array)).toContain(0xc0);
    expect(jpegMarkers(high as Uint8Array)).not.toContain(0xc2);
    expect(jpegMarkers(high as Uint8Array)).not.toContain(0xe1);
    expect(raster.data).toEqual(before);
  });

  it('the platform applies an embedded color profile', async () => {
    const decoded = await platform().images.decode(displayP3Jpeg.bytes(), 'image/jpeg');
    for (const [channel, value] of displayP3Jpeg.color.entries())
      expect(Math.abs((decoded.data[channel] as number) - value)).toBeLessThanOrEqual(3);
  });

  it('the platform decodes the opaque pixels of PNG exactly', async () => {
    const raster = noise(21, 13, 3);
    const png = await encodePng(raster, {}, { platform: platform() });
    expect((await platform().images.decode(png, 'image/png')).data).toEqual(raster.data);
  });

  it.runIf(decodes.includes('image/avif'))('the platform decodes AVIF', async () => {
    const raster = gradient(48, 32);
    const avif = await platform().workers.run('encode-pixels', { ...copy(raster), format: 'avif', quality: 1 });
    expect(farthest((await platform().images.decode(avif, 'image/avif')).data, raster.data)).toBeLessThanOrEqual(8);
  });

  it('the platform does not change the bytes of the file that it decodes', async () => {
    const bytes = displayP3Jpeg.bytes();
    await platform().images.decode(bytes, 'image/jpeg');
    expect(bytes).toEqual(displayP3Jpeg.bytes());
  });

  it.each(['image/jpeg', 'image/png'] as const)('the platform rejects bytes that are not %s', async (type) => {
    await expect(platform().images.decode(new Uint8Array(300).fill(0x20), type)).rejects.toThrow();
    await expect(platform().images.decode(new Uint8Array(0), type)).rejects.toThrow();
  });
}

function describeFonts(platform: () => Platform) {
  it('the platform reads the files of font packages', async () => {
    const path = 'noto-serif-jp/noto-serif-jp-118-400-normal.woff2';
    const bytes = await platform().fonts.read(path);
    expect(new TextDecoder().decode(bytes.subarray(0, 4))).toBe('wOF2');
    expect(new DataView(bytes.buffer).getUint32(8)).toBe(bytes.length);
  });

  it('the platform rejects reading a missing file', async () => {
    await expect(platform().fonts.read('lato/lato-klingon-400-normal.woff2')).rejects.toThrow();
    await expect(platform().fonts.read('nothing/nothing.woff2')).rejects.toThrow();
  });

  it('the platform draws color emoji after its emoji font has been prepared', async () => {
    await platform().fonts.prepareEmoji();
    const { context, toRaster } = platform().canvases.create(60, 60);
    context.font = '40px "Noto Color Emoji", "Apple Color Emoji", "Segoe UI Emoji", sans-serif';
    context.fillStyle = '#000000';
    context.fillText('\u{1f600}', 5, 45);
    const { data } = toRaster();
    let colored = 0;
    for (let at = 0; at < data.length; at += 4) if ((data[at] as number) > (data[at + 2] as number) + 80) colored++;
    expect(colored).toBeGreaterThan(200);
  });
}

function describeCanvases(platform: () => Platform) {
  const create = (width: number, height: number) => platform().canvases.create(width, height);

  it('the platform reads the exact pixels of selected rows of a canvas', () => {
    const canvas = create(5, 4);
    canvas.context.fillStyle = '#2b4c7e';
    canvas.context.fillRect(0, 2, 5, 1);
    const rows = canvas.toRaster({ start: 1, end: 3 });
    expect([rows.width, rows.height]).toEqual([5, 2]);
    expect(rows.data).toEqual(canvas.toRaster().data.slice(20, 60));
    expect([pixel(rows, 0, 0), pixel(rows, 4, 1)]).toEqual([
      [0, 0, 0, 0],
      [0x2b, 0x4c, 0x7e, 255],
    ]);
  });

  it('the platform creates a transparent canvas of the requested size', () => {
    const canvas = create(5, 3);
    expect([canvas.width, canvas.height]).toEqual([5, 3]);
    const raster = canvas.toRaster();
    expect([raster.width, raster.height]).toEqual([5, 3]);
    expect(raster.data).toEqual(new Uint8ClampedArray(60));
  });

  it('the platform keeps opaque colors of a canvas exactly', () => {
    const canvas = create(4, 4);
    canvas.context.fillStyle = '#2b4c7e';
    canvas.context.fillRect(1, 1, 2, 2);
    expect(pixel(canvas.toRaster(), 1, 1)).toEqual([0x2b, 0x4c, 0x7e, 255]);
    expect(pixel(canvas.toRaster(), 0, 0)).toEqual([0, 0, 0, 0]);
    canvas.context.clearRect(1, 1, 1, 1);
    expect(pixel(canvas.toRaster(), 1, 1)).toEqual([0, 0, 0, 0]);
  });

  it('the platform returns canvas pixels that later drawing does not change', () => {
    const canvas = create(2, 2);
    const before = canvas.toRaster();
    canvas.context.fillRect(0, 0, 2, 2);
    expect(before.data).toEqual(new Uint8ClampedArray(16));
    expect(before.data.byteLength).toBe(before.data.buffer.byteLength);
  });

  it('the platform draws an image (whole, scaled and cropped) and another canvas onto a canvas', async () => {
    const raster = noise(6, 4, 11);
    const image = await platform().canvases.createImage(raster);
    expect([image.width, image.height]).toEqual([6, 4]);
    const canvas = create(12, 8);
    canvas.context.imageSmoothingEnabled = false;
    canvas.context.drawImage(image, 0, 0, 6, 4);
    expect(pixel(canvas.toRaster(), 5, 3)).toEqual(pixel(raster, 5, 3));
    canvas.context.drawImage(image, 0, 0, 12, 8);
    expect(pixel(canvas.toRaster(), 11, 7)).toEqual(pixel(raster, 5, 3));
    canvas.context.drawImage(image, 2, 1, 1, 1, 0, 0, 4, 4);
    expect(pixel(canvas.toRaster(), 3, 3)).toEqual(pixel(raster, 2, 1));
    const outer = create(12, 8);
    outer.context.drawImage(canvas, 0, 0, 12, 8);
    expect(outer.toRaster().data).toEqual(canvas.toRaster().data);
  });

  it('the platform fills paths, from methods and from SVG data', () => {
    const { canvases } = platform();
    const star = canvases.createPath('M0 0 H10 V10 H0 Z M3 3 H7 V7 H3 Z');
    const drawn = create(20, 20);
    drawn.context.fill(star, 'evenodd');
    expect(pixel(drawn.toRaster(), 1, 1)[3]).toBe(255);
    expect(pixel(drawn.toRaster(), 5, 5)[3]).toBe(0);

    const path = canvases.createPath();
    path.moveTo(2, 10);
    path.lineTo(6, 10);
    path.bezierCurveTo(8, 10, 8, 16, 4, 16);
    path.closePath();
    path.rect(0, 0, 3, 3);
    path.roundRect(8, 0, 3, 3, 1);
    const filled = create(20, 20);
    filled.context.fill(path);
    for (const [x, y] of [[5, 13], [1, 1], [9, 1]] as const) // biome-ignore format: points
      expect(pixel(filled.toRaster(), x, y)[3]).toBe(255);
    expect(pixel(filled.toRaster(), 19, 19)[3]).toBe(0);
  });

  it('the platform strokes paths with width, dashes and joins', () => {
    const { context, toRaster } = create(20, 9);
    Object.assign(context, { strokeStyle: '#ff0000', lineWidth: 2, lineCap: 'butt', lineJoin: 'round', miterLimit: 4 });
    context.setLineDash([5, 5]);
    context.stroke(platform().canvases.createPath('M0 2 H20'));
    context.setLineDash([]);
    context.stroke(platform().canvases.createPath('M1 6 H19 V8 H1 Z'));
    const raster = toRaster();
    expect(pixel(raster, 2, 2)).toEqual([255, 0, 0, 255]);
    expect(pixel(raster, 7, 2)[3]).toBe(0);
    expect(pixel(raster, 12, 2)).toEqual([255, 0, 0, 255]);
    expect(pixel(raster, 1, 6)).toEqual([255, 0, 0, 255]);
  });

  it('the platform transforms, saves and restores the state of a canvas', () => {
    const { context, toRaster } = create(10, 10);
    context.save();
    context.translate(5, 5);
    context.rotate(Math.PI / 2);
    context.scale(2, 1);
    context.transform(1, 0, 0, 1, 0, -2);
    context.fillRect(0, 0, 1, 1);
    context.restore();
    // The rectangle (0…1, −2…−1) becomes (0…2, −2…−1) by scaling, (1…2, 0…2) by rotation, (6…7, 5…7) by translation.
    const raster = toRaster();
    expect([pixel(raster, 6, 5)[3], pixel(raster, 6, 6)[3]]).toEqual([255, 255]);
    expect([pixel(raster, 5, 5)[3], pixel(raster, 7, 5)[3], pixel(raster, 6, 7)[3]]).toEqual([0, 0, 0]);
    context.setTransform(1, 0, 0, 1, 3, 0);
    context.fillRect(0, 0, 1, 1);
    expect(pixel(toRaster(), 3, 0)[3]).toBe(255);
  });

  it('the platform composites with destination-out and applies alpha', () => {
    const { context, toRaster } = create(2, 1);
    context.fillStyle = '#000000';
    context.fillRect(0, 0, 2, 1);
    context.globalAlpha = 0.5;
    context.fillStyle = 'rgba(255, 255, 255, 1)';
    context.fillRect(0, 0, 1, 1);
    context.globalAlpha = 1;
    context.globalCompositeOperation = 'destination-out';
    context.fillRect(1, 0, 1, 1);
    const raster = toRaster();
    expect(Math.abs(pixel(raster, 0, 0)[0] - 128)).toBeLessThanOrEqual(1);
    expect(pixel(raster, 1, 0)).toEqual([0, 0, 0, 0]);
  });

  it('the platform supports every canvas property that core sets', () => {
    const { context } = create(1, 1);
    const settings: Partial<Context2D> = {
      textBaseline: 'middle',
      textAlign: 'center',
      lineWidth: 3,
      lineCap: 'round',
      lineJoin: 'bevel',
      miterLimit: 7,
      globalAlpha: 0.25,
      globalCompositeOperation: 'multiply',
      imageSmoothingEnabled: true,
      imageSmoothingQuality: 'high',
      fillStyle: '#123456',
      strokeStyle: '#654321',
    };
    Object.assign(context, settings);
    expect(context).toMatchObject(settings);
    context.font = '20px sans-serif';
    expect(context.font).toContain('20px');
    context.fillText('a', 0, 0);
    expect(context.measureText('a').width).toBeGreaterThanOrEqual(0);
  });

  it('the platform releases the memory of a canvas', () => {
    expect(() => create(1000, 1000).release()).not.toThrow();
  });
}

function describeWasm(platform: () => Platform) {
  const names: readonly WasmName[] = [
    'webp-decoder',
    'jpeg-encoder',
    'webp-encoder',
    'avif-decoder',
    'avif-encoder',
    'heic-decoder',
    'svg',
  ];
  it.each(names)('the platform compiles the WebAssembly module %s only once', async (name) => {
    const [first, second] = await Promise.all([platform().wasm(name), platform().wasm(name)]);
    expect(first).toBeInstanceOf(WebAssembly.Module);
    expect(second).toBe(first);
  });
}

function describeWorkers(platform: () => Platform, { workers }: PlatformExpectations) {
  it('the platform has worker threads', () => {
    expect(platform().workers.size).toBeGreaterThanOrEqual(workers);
  });

  it('the platform preserves every alpha through PNG and WebP', async () => {
    const raster = everyAlpha();
    for (const format of ['png', 'webp'] as const) {
      const bytes = await encodeImage(raster, { format, quality: 1 }, { platform: platform() });
      const decoded = await platform().workers.run('decode-pixels', { format, bytes });
      expect([decoded.width, decoded.height]).toEqual([raster.width, raster.height]);
      const alphas = (data: Uint8ClampedArray) => data.filter((_, index) => index % 4 === 3);
      expect(alphas(decoded.data)).toEqual(alphas(raster.data));
      if (format === 'png') expect(decoded.data).toEqual(raster.data);
    }
  });

  it.each([
    ['gif', animatedGif],
    ['webp', animatedWebp],
  ] as const)('the platform decodes the first frame of an animated %s exactly', async (format, image) => {
    const decoded = await platform().workers.run('decode-pixels', { format, bytes: image.bytes() });
    expect([decoded.width, decoded.height, decoded.damage]).toEqual([16, 16, undefined]);
    expect([...decoded.data.subarray(0, 4)]).toEqual([...image.color, 255]);
    expect([...decoded.data.subarray(-4)]).toEqual([...image.color, 255]);
  });

  it('the platform decodes BMP exactly', async () => {
    const raster = noise(21, 13, 3);
    const decoded = await platform().workers.run('decode-pixels', { format: 'bmp', bytes: bitmapFile(raster) });
    expect(decoded.data).toEqual(raster.data);
  });

  it('the platform runs many tasks at the same time, each with its own result', async () => {
    const rasters = Array.from({ length: 12 }, (_, index) => noise(9 + index, 5, index));
    const results = await Promise.all(
      rasters.map(async (raster) => {
        const png = await encodePng(raster, {}, { platform: platform() });
        return platform().workers.run('decode-pixels', { format: 'png', bytes: png });
      }),
    );
    for (const [index, result] of results.entries()) expect(result.data).toEqual(rasters[index]?.data);
  });

  it('the platform reports a failed task and continues with the next', async () => {
    const broken = new Uint8Array(64).fill(9);
    await expect(platform().workers.run('decode-pixels', { format: 'png', bytes: broken })).rejects.toThrow();
    await expect(platform().workers.run('decode-pixels', { format: 'webp', bytes: broken })).rejects.toThrow();
    const raster = noise(8, 8, 2);
    const png = await encodePng(raster, {}, { platform: platform() });
    expect((await platform().workers.run('decode-pixels', { format: 'png', bytes: png })).data).toEqual(raster.data);
  });

  it('the platform rejects a task that was aborted before it starts', async () => {
    const signal = AbortSignal.abort();
    const run = platform().workers.run(
      'encode-pixels',
      { ...copy(noise(8, 8, 1)), format: 'webp', quality: 1 },
      { signal },
    );
    await expect(run).rejects.toBeInstanceOf(CancelledError);
  });

  if (workers > 1)
    it('the platform stops a task inside WebAssembly', async () => {
      const controller = new AbortController();
      const input = { ...noise(4000, 4000, 5), format: 'avif' as const, quality: 0.9 };
      const options = { signal: controller.signal, transfer: [input.data.buffer] };
      const long = platform().workers.run('encode-pixels', input, options);
      // A worker takes the input's buffer when it starts a task. Once a second task has ended, the first has certainly
      // started.
      await platform().workers.run('encode-pixels', { ...copy(noise(8, 8, 1)), format: 'webp', quality: 1 });
      expect(input.data.byteLength).toBe(0);
      controller.abort();
      await expect(long).rejects.toBeInstanceOf(CancelledError);
      await platform().workers.run('encode-pixels', { ...copy(noise(8, 8, 1)), format: 'webp', quality: 1 });
    });
}

/** Returns a copy whose buffer may be transferred. */
const copy = (raster: Raster) => ({ width: raster.width, height: raster.height, data: raster.data.slice() });

function pixel({ width, data }: Raster, x: number, y: number): [number, number, number, number] {
  return [...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4)] as [number, number, number, number];
}

function paint(width: number, height: number, color: (x: number, y: number) => readonly number[]): Raster {
  const raster = createRaster(width, height);
  for (let index = 0; index < width * height; index++)
    raster.data.set(color(index % width, Math.floor(index / width)), index * 4);
  return raster;
}

const gradient = (width: number, height: number) =>
  paint(width, height, (x, y) => [100 + (x * 50) / width, 80 + (y * 90) / height, 120, 255]);

/** Returns an image of seeded opaque noise. */
const noise = (width: number, height: number, seed: number) =>
  paint(width, height, (x, y) => {
    const value = Math.imul(x * 73_856_093 + y * 19_349_663 + seed * 83_492_791, 2_654_435_761) >>> 0;
    return [value & 255, (value >>> 8) & 255, (value >>> 16) & 255, 255];
  });

const everyAlpha = () => paint(256, 2, (x, y) => [255 - x, (x * 7) & 255, y * 200, x]);

/** Returns the markers of a JPEG up to its first scan. */
function jpegMarkers(bytes: Uint8Array): number[] {
  const markers: number[] = [];
  for (let offset = 2; bytes[offset + 1] !== 0xda && offset < bytes.length; ) {
    markers.push(bytes[offset + 1] as number);
    offset += 2 + (bytes[offset + 2] as number) * 256 + (bytes[offset + 3] as number);
  }
  return markers;
}

/** Returns a 24-bit Windows bitmap: rows from bottom to top in BGR, padded to four bytes. */
function bitmapFile(raster: Raster): Uint8Array<ArrayBuffer> {
  const { width, height } = raster;
  const stride = Math.ceil((width * 3) / 4) * 4;
  const bytes = new Uint8Array(54 + stride * height);
  const view = new DataView(bytes.buffer);
  bytes.set([0x42, 0x4d]);
  view.setUint32(2, bytes.length, true);
  view.setUint32(10, 54, true);
  view.setUint32(14, 40, true);
  view.setInt32(18, width, true);
  view.setInt32(22, height, true);
  view.setUint16(26, 1, true);
  view.setUint16(28, 24, true);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [red, green, blue] = pixel(raster, x, y);
      bytes.set([blue, green, red], 54 + (height - 1 - y) * stride + x * 3);
    }
  return bytes;
}
