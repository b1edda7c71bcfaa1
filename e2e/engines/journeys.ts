import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import sharp from 'sharp';
import { run, runRecipe } from '../../scripts/library/index.ts';
import { decode, distance, pngUpload, translucentPixels } from '../images.ts';
import { colored, toneUpload } from '../videos.ts';
import type { EnginePage } from './page.ts';

/** A test of one route in a browser engine. Throws on failure, and returns a short description of the result. */
export interface Journey {
  readonly route: string;
  /** Name of the test, for routes with several tests. */
  readonly what?: string;
  visit(page: EnginePage): Promise<string>;
}

function hold(condition: boolean, otherwise: string): void {
  if (!condition) throw new Error(otherwise);
}

const equal = (bytes: Buffer, expected: Uint8Array): string => {
  hold(bytes.equals(expected), `${bytes.length} bytes differ from the command's ${expected.length}`);
  return 'same bytes as the command';
};

/** Tolerance for antialiased edges, which differ between engines: large for a single pixel, small for the mean. */
const EDGE = { max: 64, mean: 0.0005 * 255 };
async function nearlyEqual(bytes: Buffer, expected: Uint8Array): Promise<string> {
  if (bytes.equals(expected)) return 'same bytes as the command';
  const [a, b] = await Promise.all([decode(bytes), decode(Buffer.from(expected))]);
  const { mean, max } = distance(a.data, b.data);
  hold(max <= EDGE.max && mean < EDGE.mean, `${max}/255 at most and ${mean} in the mean from the command's picture`);
  return `at most ${max}/255 from the command`;
}

/** Image operations as recipes to paste, each with its tool's route. */
const operations: readonly (readonly [route: string, operation: string, params: object])[] = [
  ['cropper', 'crop', { topX: 20, topY: 10, bottomX: 150, bottomY: 60 }],
  ['scaler', 'scale', { factor: 0.5 }],
  ['scaler', 'scale', { width: 301, height: 77 }],
  ['color_adjuster', 'adjust-color', { saturation: 0.4, brightness: -0.1, hue: 0.2, contrast: 0.3 }],
  ['blur_sharpen', 'blur-sharpen', { sharpness: -0.6 }],
  ['blur_sharpen', 'blur-sharpen', { sharpness: 0.42 }],
];

const SHAPES = [
  { shape: 'star', boundingBox: { left: 20, top: 12, right: 90, bottom: 52 }, rotation: 17, fillBox: true },
];
const drawn: typeof operations = [
  ['color_adjuster', 'draw-shapes', { components: SHAPES }],
  ['color_adjuster', 'write-vertical', { text: '古池や', author: '芭蕉' }],
];

/** Writes test files into a folder. Returns the tests that use these files. */
export async function makeJourneys(folder: string): Promise<readonly Journey[]> {
  const write = (name: string, bytes: Uint8Array) => {
    const path = join(folder, name);
    writeFileSync(path, bytes);
    return path;
  };
  const translucent = write('translucent.png', (await pngUpload(translucentPixels())).buffer);
  const photo = write(
    'photo.png',
    await sharp(resolve(import.meta.dirname, '../../public/samples/sample.jpg'))
      .resize(200)
      .png()
      .toBuffer(),
  );
  const over = write('over.png', (await colored('over.png', 'rgb(40,160,60)', 120, 60)).buffer);
  const audio = write('tone.wav', toneUpload('tone.wav', 3.4).buffer);
  const mp3 = resolve(import.meta.dirname, '../../public/samples/sample.mp3');
  const video = resolve(import.meta.dirname, '../../public/samples/sample.webm');
  const slots = await Promise.all(
    ['rgb(200,40,40)', 'rgb(40,160,60)', 'rgb(40,60,200)'].map(async (color, index) =>
      write(`${index}.png`, (await colored(`${index}.png`, color)).buffer),
    ),
  );

  /** Opens a new page for each image, because tools restore their last work. */
  const operationJourneys = (
    [route, operation, params]: (typeof operations)[number],
    compare: (bytes: Buffer, expected: Uint8Array) => string | Promise<string>,
  ): readonly Journey[] =>
    [translucent, photo].map((image) => ({
      route,
      what: `${operation} of ${basename(image)}`,
      async visit(page) {
        const recipe = [{ operation, params }];
        await page.open(route);
        await page.drawn(() => page.openFiles(image));
        await page.pasteRecipe(recipe);
        const { bytes } = await page.download('button', 'Download PNG');
        const expected = await runRecipe(recipe, image);
        return compare(bytes, expected.bytes);
      },
    }));

  /** Opens a blank background. */
  const openBlank = async (page: EnginePage, route: string) => {
    await page.open(route);
    await page.fill('Width', 320);
    await page.fill('Height', 240);
    await page.drawn(() => page.press('button', 'Generate'));
  };
  const blank = write('blank.png', (await colored('blank.png', '#ffffff', 320, 240)).buffer);

  const textEditor = (route: string): Journey => ({
    route,
    async visit(page) {
      await openBlank(page, route);
      await page.drawn(() => page.fill('Main Text', '古池や'));
      const { bytes } = await page.download('button', 'Download PNG');
      // Copies the recipe from the page, because only the page adapts the first text's style to the image.
      const recipe = (await page.copyRecipe()) as Parameters<typeof runRecipe>[0];
      const expected = await runRecipe(recipe, blank);
      const note = await nearlyEqual(bytes, expected.bytes);
      await page.press('button', 'Generate MP4');
      const video = await page.download('link', 'Download MP4');
      return `${note}; MP4: ${checkVideo(write(`${route}.mp4`, video.bytes), { seconds: 10, size: [320, 240], audio: false })}`;
    },
  });

  const maker = (route: string, fill: (page: EnginePage) => Promise<void>): Journey => ({
    route,
    async visit(page) {
      await page.open(route);
      await page.press('tab', 'Sound');
      await page.openFiles(audio);
      await page.text('tone.wav');
      await fill(page);
      await page.press('button', 'Generate MP4');
      const { bytes } = await page.download('link', 'Download MP4');
      return checkVideo(write(`${route}.mp4`, bytes), { seconds: 4, size: [1920, 1080], audio: true });
    },
  });

  const convertAudio = (
    route: string,
    file: string,
    operation: 'wav-to-mp3' | 'mp3-to-wav' | 'convert-audio',
    what?: string,
  ): Journey => ({
    route,
    ...(what && { what }),
    async visit(page) {
      await page.open(route);
      await page.openFiles(file);
      const { bytes } = await page.download('button', 'Convert and Download');
      const expected = await run(operation, { audio: file } as never, {} as never);
      return equal(bytes, (expected as unknown as { bytes: Uint8Array }).bytes);
    },
  });

  /** Returns the path of the tone in a format; of a video with the tone for MP4. */
  const encoded = (extension: string): string => {
    const path = join(folder, `tone.${extension}`);
    const images = extension === 'mp4' ? ['-f', 'lavfi', '-i', 'color=s=64x64:d=3.4'] : [];
    execFileSync('ffmpeg', ['-v', 'error', '-i', audio, ...images, path]);
    return path;
  };

  const largePhoto = write(
    'large.png',
    await sharp(photo).resize(4000, 3000, { fit: 'fill' }).png({ compressionLevel: 1 }).toBuffer(),
  );
  const minute = write('minute.wav', toneUpload('minute.wav', 60).buffer);
  const halfMinute = write('half-minute.wav', toneUpload('half-minute.wav', 29).buffer);
  const wide = write(
    'wide.png',
    await sharp(photo).resize(1920, 1080, { fit: 'cover' }).png({ compressionLevel: 1 }).toBuffer(),
  );
  const heavy: readonly Journey[] = [
    {
      route: 'cropper',
      what: 'crop of 12 MP to PNG',
      async visit(page) {
        const recipe = [{ operation: 'crop', params: { topX: 10, topY: 20, bottomX: 3990, bottomY: 2980 } }];
        await page.open('cropper');
        await page.drawn(() => page.openFiles(largePhoto));
        await page.pasteRecipe(recipe);
        const file = await page.timed(() => page.file('button', 'Download PNG'));
        return equal((await page.read(file)).bytes, (await runRecipe(recipe, largePhoto)).bytes);
      },
    },
    {
      route: 'wav_to_mp3',
      what: 'WAV of 1 min to MP3',
      async visit(page) {
        await page.open('wav_to_mp3');
        await page.openFiles(minute);
        const file = await page.timed(() => page.file('button', 'Convert and Download'));
        const expected = await run('wav-to-mp3', { audio: minute } as never, {} as never);
        return equal((await page.read(file)).bytes, (expected as unknown as { bytes: Uint8Array }).bytes);
      },
    },
    {
      route: 'sound_to_video',
      what: 'audio of 29 s and an image to MP4',
      async visit(page) {
        await page.open('sound_to_video');
        await page.press('tab', 'Sound');
        await page.openFiles(halfMinute);
        await page.text('half-minute.wav');
        await page.press('tab', 'Main Image');
        await page.openFiles(wide);
        await page.text('wide.png');
        await page.timed(async () => {
          await page.press('button', 'Generate MP4');
          await page.has('link', 'Download MP4');
        });
        const { bytes } = await page.download('link', 'Download MP4');
        return checkVideo(write('heavy.mp4', bytes), { seconds: 30, size: [1920, 1080], audio: true });
      },
    },
  ];

  const plain = (route: string): Journey => ({
    route,
    async visit(page) {
      await page.open(route);
      return 'shown';
    },
  });

  return [
    plain('home'),
    {
      route: 'format_converter',
      async visit(page) {
        await page.open('format_converter');
        await page.drawn(() => page.openFiles(translucent));
        const { bytes } = await page.download('button', 'Download PNG');
        const pixels = (await decode(bytes)).data;
        hold(pixels.equals(translucentPixels().data), 'A pixel has changed');
        const expected = await run('convert', { image: translucent }, { format: 'png' });
        return equal(bytes, expected.bytes);
      },
    },
    ...operations.flatMap((operation) => operationJourneys(operation, equal)),
    ...drawn.flatMap((operation) => operationJourneys(operation, nearlyEqual)),
    {
      route: 'shape_editor',
      async visit(page) {
        await openBlank(page, 'shape_editor');
        const { bytes } = await page.download('button', 'Download PNG');
        const { width, height } = await decode(bytes);
        hold(width === 320 && height === 240, `${width} × ${height} px`);
        return '320 × 240 px';
      },
    },
    {
      route: 'mask_creator',
      async visit(page) {
        await page.open('mask_creator');
        await page.press('button', 'Expand');
        await page.fill('Width', 90);
        await page.fill('Height', 50);
        await page.fill('Gray value', 77);
        await page.drawn(() => page.press('button', 'Generate'));
        const { bytes } = await page.download('button', 'Download Mask PNG');
        const { bytes: expected } = await run('make-mask', {}, { width: 90, height: 50, gray: 77 });
        return equal(bytes, expected);
      },
    },
    {
      route: 'layer',
      async visit(page) {
        await page.open('layer');
        await page.press('tab', 'Bottom layer');
        await page.openFiles(translucent);
        await page.text('translucent.png');
        await page.press('tab', 'Top layer');
        await page.drawn(async () => {
          await page.openFiles(over);
          await page.text('over.png');
        });
        const { bytes } = await page.download('button', 'Download PNG');
        const { bytes: expected } = await run('layer', { bottom: translucent, top: over }, {});
        return equal(bytes, expected);
      },
    },
    {
      route: 'advanced_text_editor',
      async visit(page) {
        await openBlank(page, 'advanced_text_editor');
        const { bytes } = await page.download('button', 'Download PNG');
        const { width, height } = await decode(bytes);
        hold(width === 320 && height === 240, `${width} × ${height} px`);
        return '320 × 240 px';
      },
    },
    textEditor('editor'),
    textEditor('horizontal_editor'),
    maker('sound_to_video', async (page) => {
      await page.press('tab', 'Main Image');
      await page.openFiles(slots[1] ?? '');
      await page.text('1.png');
    }),
    maker('sound_to_slide_show_video', async (page) => {
      await page.press('tab', 'Main Images');
      await page.openFiles(...slots);
      await page.text('0.png');
    }),
    {
      route: 'video_playback',
      async visit(page) {
        await page.open('video_playback');
        await page.openFiles(video);
        await page.until('a picture', async () => (await page.number('colors')) > 4);
        await page.press('button', 'Play');
        await page.until('a later moment', async () => (await page.number('seek')) > 0.2);
        return 'plays';
      },
    },
    convertAudio('wav_to_mp3', audio, 'wav-to-mp3'),
    convertAudio('mp3_to_wav', mp3, 'mp3-to-wav'),
    convertAudio('audio_converter', mp3, 'convert-audio'),
    ...['M4A', 'FLAC', 'Ogg', 'MP4'].map((format) =>
      convertAudio('audio_converter', encoded(format.toLowerCase()), 'convert-audio', `${format} to MP3`),
    ),
    ...heavy,
    ...['site_issues', 'privacy', 'contact'].map(plain),
  ];
}

interface Wanted {
  readonly seconds: number;
  readonly size: readonly [number, number];
  readonly audio: boolean;
}

/** Checks a video with ffprobe and ffmpeg. */
function checkVideo(path: string, { seconds, size, audio }: Wanted): string {
  const probed = execFileSync('ffprobe', ['-v', 'error', '-of', 'json', '-show_streams', '-show_format', path]);
  const { streams, format } = JSON.parse(probed.toString());
  const video = streams.find((stream: { codec_type: string }) => stream.codec_type === 'video');
  hold(video?.codec_name === 'h264', `The video is ${video?.codec_name}`);
  hold(video.width === size[0] && video.height === size[1], `${video.width} × ${video.height} px`);
  hold(streams.some((stream: { codec_name: string }) => stream.codec_name === 'aac') === audio, 'Its sound is wrong');
  hold(Math.abs(Number(format.duration) - seconds) < 0.15, `${format.duration} s instead of ${seconds} s`);
  const decoded = execFileSync('ffmpeg', ['-v', 'error', '-xerror', '-i', path, '-f', 'null', '-'], { stdio: 'pipe' });
  hold(decoded.length === 0, 'It does not decode');
  return `H.264, ${Math.round(readFileSync(path).length / 1000)} kB`;
}
