import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { expectNoViolations } from './axe.ts';
import { hasSamples, samplePath } from './images.ts';
import { expectNoMedia, mediaState, watchMedia } from './media-watch.ts';
import { test } from './policed.ts';

const button = (name: string) => ({ name, exact: true });

test('the player plays the sample, seeks, steps, shows captions and remembers the volume', async ({ page }) => {
  await page.goto('/video_playback');
  await expect(page.getByText('No file', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', button('Play'))).toBeDisabled();
  const canvas = page.locator('canvas.player-canvas');
  await expect(canvas).toHaveAttribute('width', '640');
  await expect(canvas).toHaveAttribute('height', '360');

  await page.getByRole('button', { name: 'Try a sample' }).click();
  await expect(page.getByText('sample.webm')).toBeVisible();
  const seek = page.getByRole('slider', { name: 'Seek' });
  await expect(seek).toHaveAttribute('max', '8');
  await page.getByRole('button', button('Play')).click();
  await expect.poll(async () => Number(await seek.inputValue())).toBeGreaterThan(0.5);
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', button('Play'))).toBeVisible();

  await page.getByRole('button', button('Start')).click();
  await expect(seek).toHaveValue('0');
  await page.keyboard.press('ArrowRight');
  await expect(seek).toHaveValue('5');
  await page.keyboard.press('.');
  await expect.poll(async () => Number(await seek.inputValue())).toBeCloseTo(5.04, 1);
  await page.getByRole('button', button('End')).click();
  await expect(seek).toHaveValue('8');

  await page
    .getByLabel('Captions', { exact: true })
    .last()
    .setInputFiles({
      name: 'words.vtt',
      mimeType: 'text/vtt',
      buffer: Buffer.from('WEBVTT\n\n00:00.000 --> 00:02.000\nGood morning'),
    });
  await page.getByRole('button', button('Start')).click();
  await expect(page.getByText('Good morning')).toBeVisible();

  const volume = page.getByRole('slider', { name: 'Volume' });
  await volume.fill('0.42');
  await expect(page.getByText('42%', { exact: true })).toBeVisible();
  await page.getByRole('button', button('Mute')).click();
  await expect(page.getByText('0%', { exact: true })).toBeVisible();
  await expectNoViolations(page);
  await page.reload();
  await expect(page.getByText('0%', { exact: true })).toBeVisible();
  await page.getByRole('button', button('Mute')).click();
  await expect(page.getByText('42%', { exact: true })).toBeVisible();
});

test('dragging the seek bar pauses at the frame of each position, and playback continues on release', async ({
  page,
}) => {
  await page.goto('/video_playback');
  await page.getByRole('button', { name: 'Try a sample' }).click();
  const seek = page.getByRole('slider', { name: 'Seek' });
  await expect(seek).toHaveAttribute('max', '8');
  const image = () => page.locator('canvas.player-canvas').evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
  const position = async () => Number(await seek.inputValue());
  const isPlaying = () => expect(page.getByRole('button', button('Pause'))).toBeVisible();
  const expectPaused = () => expect(page.getByRole('button', button('Play'))).toBeVisible();
  const box = await seek.boundingBox();
  if (!box) throw new Error('the seek bar is not on the screen');
  const at = (part: number) => [box.x + box.width * part, box.y + box.height / 2] as const;
  const begin = await image();

  // A seek in a paused video leaves the video paused.
  await page.mouse.move(...at(0.5));
  await page.mouse.down();
  await page.mouse.up();
  await expect.poll(position).toBeCloseTo(4, 0);
  await expect.poll(image).not.toBe(begin);
  const [middle, atMiddle] = [await position(), await image()];
  await expectPaused();
  await page.getByRole('button', button('Start')).click();
  await expect.poll(image).toBe(begin);

  await page.getByRole('button', button('Play')).click();
  await isPlaying();
  await page.mouse.move(...at(0.25));
  await page.mouse.down();
  await expectPaused();
  await page.mouse.move(...at(0.5), { steps: 3 });
  await expect.poll(position).toBe(middle);
  await expect.poll(image).toBe(atMiddle);
  await expectPaused();
  // Playback is paused: the position doesn't change for ten frames of the page.
  for (let frame = 0; frame < 10; frame++)
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => done(undefined))));
  expect([await position(), await image()]).toEqual([middle, atMiddle]);
  await page.mouse.move(box.x, box.y - 200);
  await page.mouse.up();
  await isPlaying();
  await expect.poll(position).toBeGreaterThan(0);

  // Playback is paused while a key is held to seek.
  await page.keyboard.down('ArrowLeft');
  await expectPaused();
  await page.keyboard.up('ArrowLeft');
  await isPlaying();
});

test('the player changes playback speed and volume, and remembers the volume', async ({ page }) => {
  await watchMedia(page);
  await page.goto('/video_playback');
  await page.getByRole('button', { name: 'Try a sample' }).click();
  const volume = page.getByRole('slider', { name: 'Volume' });
  await volume.fill('0.42');
  await page.getByRole('button', button('Play')).click();
  const heard = async () => {
    const { rate, gain = Number.NaN } = await mediaState(page);
    return [rate, Math.round(gain * 100)];
  };
  await expect.poll(heard).toEqual([1, 42]);

  await page.getByRole('button', { name: /Speed$/ }).click();
  await page.getByRole('option', { name: '2×', exact: true }).click();
  await expect.poll(heard).toEqual([2, 42]);
  await page.getByRole('button', button('Mute')).click();
  await expect.poll(heard).toEqual([2, 0]);
  await expect(volume).toHaveValue('0');
  await page.getByRole('button', button('Mute')).click();
  await expect.poll(heard).toEqual([2, 42]);
  await volume.fill('1');
  await expect.poll(heard).toEqual([2, 100]);
});

test('the player keeps the pitch at other speeds unless the visitor turns this off', { tag: '@deep' }, async ({
  page,
}) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (/stretch/i.test(request.url())) scripts.push(request.url());
  });
  await page.addInitScript(listen);
  await page.goto('/video_playback');
  const video = execFileSync('ffmpeg', [
    ...['-v', 'error', '-f', 'lavfi', '-i', 'testsrc=s=64x48:r=10:d=60', '-f', 'lavfi', '-i', 'sine=f=440:d=60'],
    ...['-c:v', 'libvpx', '-c:a', 'libopus', '-f', 'webm', '-'],
  ]);
  const file = { name: 'tone.webm', mimeType: 'video/webm', buffer: video };
  await page.locator('input[type=file]').first().setInputFiles(file);
  await page.getByRole('button', button('Play')).click();
  const hertz = () => page.evaluate(() => (window as unknown as { hertz(): number }).hertz());
  await expect.poll(hertz).toBeCloseTo(440, -1);
  expect(scripts).toEqual([]);
  const speed = page.getByRole('button', { name: /Speed/ });
  const choose = async (name: string) => {
    await speed.click();
    await page.getByRole('option', button(name)).click();
  };
  await choose('1.5×');
  await expect.poll(() => scripts.length).toBeGreaterThan(0);
  await expect.poll(hertz).toBeCloseTo(440, -1);
  await choose('0.5×');
  await expect.poll(hertz).toBeCloseTo(440, -1);
  const keep = page.getByRole('switch', button('Keep pitch'));
  await expect(keep).toBeChecked();
  await page.getByText('Keep pitch', { exact: true }).click();
  await expect.poll(hertz).toBeCloseTo(220, -1);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.reload();
  await expect(keep).not.toBeChecked();
  await page.goto('/video_playback?lng=ja');
  await expect(page.getByRole('switch', button('音の高さを保つ'))).toBeVisible();
});

/** Defines `window.hertz`, which measures the frequency of the page's audio by zero crossings. */
function listen(): void {
  const connect = AudioNode.prototype.connect as (...args: unknown[]) => AudioNode;
  let analyser: AnalyserNode | undefined;
  AudioNode.prototype.connect = function (this: AudioNode, ...args: unknown[]) {
    if (args[0] instanceof AudioDestinationNode) {
      analyser = new AnalyserNode(this.context, { fftSize: 16_384 });
      connect.call(this, analyser);
    }
    return connect.apply(this, args);
  } as typeof AudioNode.prototype.connect;
  Object.assign(window, {
    hertz() {
      if (!analyser) return 0;
      const samples = new Float32Array(analyser.fftSize);
      analyser.getFloatTimeDomainData(samples);
      const crossings = [...samples.keys()].filter((at) => (samples[at - 1] ?? 0) < 0 && (samples[at] as number) >= 0);
      const [first = 0, last = 0] = [crossings[0], crossings.at(-1)];
      return ((crossings.length - 1) * analyser.context.sampleRate) / (last - first || 1);
    },
  });
}

test('the player shows fullscreen, picture-in-picture, a thumbnail under the pointer, single frames and both formats of captions', async ({
  page,
}) => {
  await page.goto('/video_playback');
  await page.getByRole('button', { name: 'Try a sample' }).click();
  const seek = page.getByRole('slider', { name: 'Seek' });
  await expect(seek).toHaveAttribute('max', '8');
  await seek.hover();
  const thumbnail = page.locator('.player-thumbnail canvas');
  await expect(thumbnail).toBeVisible();
  const varied = await thumbnail.evaluate((canvas: HTMLCanvasElement) => {
    const { data } = (canvas.getContext('2d') as CanvasRenderingContext2D).getImageData(
      0,
      0,
      canvas.width,
      canvas.height,
    );
    return new Set(data).size > 10;
  });
  expect(varied).toBe(true);
  await page.getByRole('heading', { level: 1 }).hover();
  await expect(thumbnail).toHaveCount(0);

  const player = page.getByRole('region', { name: 'Video Player' });
  await page.getByRole('button', button('Full screen')).click();
  await expect.poll(() => player.evaluate((element) => document.fullscreenElement === element)).toBe(true);
  await expect(page.getByRole('button', button('Play'))).toBeInViewport();
  await page.getByRole('button', button('Full screen')).click();
  await expect.poll(() => page.evaluate(() => document.fullscreenElement)).toBeNull();

  const small = page.getByRole('button', button('Picture in picture'));
  await small.click();
  await expect.poll(() => page.evaluate(() => document.pictureInPictureElement?.tagName)).toBe('VIDEO');
  await small.click();
  await expect.poll(() => page.evaluate(() => document.pictureInPictureElement)).toBeNull();

  const captions = page.getByLabel('Captions', { exact: true }).last();
  const text = page.getByRole('group', { name: 'Captions' });
  await captions.setInputFiles({
    name: 'words.srt',
    mimeType: '',
    buffer: Buffer.from(
      '1\r\n00:00:00,000 --> 00:00:00,060\r\n<i>Ohay\u014d</i>\r\n\r\n2\r\n00:00:00,060 --> 00:00:01,000\r\nSay\u014dnara\r\n',
    ),
  });
  await expect(text).toHaveText('Ohay\u014d');
  for (const [key, position, words] of [
    ['Next frame', 0.047, 'Ohay\u014d'],
    ['Next frame', 0.087, 'Say\u014dnara'],
    ['Previous frame', 0.047, 'Ohay\u014d'],
  ] as const) {
    await page.getByRole('button', { name: key }).click();
    await expect.poll(async () => Number(await seek.inputValue())).toBeCloseTo(position, 3);
    await expect(text).toHaveText(words);
  }
  await page.getByRole('button', button('Remove captions')).click();
  await expect(text).toHaveCount(0);
  await captions.setInputFiles({
    name: 'words.vtt',
    mimeType: 'text/vtt',
    buffer: Buffer.from('WEBVTT\n\n00:00.000 --> 00:01.000 line:10%\n<v Aki>Good <b>morning</b>'),
  });
  await expect(text).toHaveText('Good morning');
  await captions.setInputFiles({ name: 'empty.vtt', mimeType: 'text/vtt', buffer: Buffer.from('WEBVTT') });
  await expect(page.getByRole('dialog')).toContainText(
    'The file has no captions with valid times in SRT, WebVTT or ASS.',
  );
});

test('the player opens a video and its captions dropped together', async ({ page }) => {
  await page.goto('/video_playback');
  await expect(page.getByText('No file', { exact: true })).toBeVisible();
  await page.evaluate(async () => {
    const video = await (await fetch('/samples/sample.webm')).blob();
    const data = new DataTransfer();
    data.items.add(new File([video], 'dropped.webm', { type: 'video/webm' }));
    data.items.add(new File(['WEBVTT\n\n00:00.000 --> 00:01.000\nBeside it'], 'dropped.vtt'));
    const target = document.querySelector('main') as HTMLElement;
    for (const type of ['dragenter', 'dragover', 'drop'])
      target
        .querySelector('.player')
        ?.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: data }));
  });
  await expect(page.getByText('dropped.webm')).toBeVisible();
  await expect(page.getByRole('group', { name: 'Captions' })).toHaveText('Beside it');
});

test.describe('with sample files', () => {
  test.skip(!hasSamples, 'needs ../shared/samples');
  const choose = (page: Page, name: string) => page.locator('input[type=file]').first().setInputFiles(samplePath(name));

  test('the player reports an unplayable file, keeps the open video, and plays the next file', async ({ page }) => {
    const uncaught: Error[] = [];
    page.on('pageerror', (error) => uncaught.push(error));
    await watchMedia(page);
    await page.goto('/video_playback');
    const seek = page.getByRole('slider', { name: 'Seek' });
    const canvas = page.locator('canvas.player-canvas');
    await choose(page, 'video/vp8-vorbis.webm');
    await expect(seek).toHaveAttribute('max', '7');
    for (const [name, sentence] of [
      ['video/aac-audio-only-15s.mp4', 'No video track found.'],
      ['video/hevc-bframes.mp4', /^Video codec not decodable in this browser\.\s+Video codec: hevc \(hev1\..+\)$/],
      ['broken/malformed-free-box.mp4', 'Video playback error: The file is damaged: it has no tracks.'],
      ['broken/invalid-bitstream.webm', 'Video playback error: The file is damaged and cannot be read to its end.'],
      ['images/cmyk.jpg', /^Video playback error: .+/],
    ] as const) {
      await seek.fill('3');
      await page.getByRole('button', button('Play')).click();
      await expect.poll(async () => Number(await seek.inputValue())).toBeGreaterThan(3.1);
      await choose(page, name);
      const dialog = page.getByRole('dialog', { name: 'Error' });
      await expect(dialog.locator('[id$=text]')).toHaveText(sentence, { useInnerText: true });
      await dialog.getByRole('button', { name: 'Close' }).click();
      await expect(page.getByText('vp8-vorbis.webm')).toBeVisible();
      expect(Number(await seek.inputValue())).toBeGreaterThan(3);
      await expect(canvas).toHaveAttribute('width', '640');
      // The stage still shows the current frame of the open video. The rejected file's worker has ended.
      await expect(canvas).toBeVisible();
      await expect.poll(async () => (await mediaState(page)).workers).toBe(1);
      await expect(page.getByRole('button', button('Play'))).toBeEnabled();
    }
    await choose(page, 'video/h264-aac-1s.mp4');
    await expect(seek).toHaveAttribute('max', '1');
    await expect(canvas).toHaveAttribute('width', '1080');
    await expect.poll(async () => (await mediaState(page)).workers).toBe(1);
    await page.locator('aside').getByRole('link', { name: 'Scale', exact: true }).click();
    await expectNoMedia(page);
    expect(uncaught).toEqual([]);

    await page.goto('/video_playback?lng=ja');
    await choose(page, 'images/cmyk.jpg');
    await expect(page.getByRole('dialog')).toContainText(
      '動画を再生できませんでした：対応していない形式か、形式を判別できないファイルです。',
    );
  });

  test('a video with a damaged stretch stays open, says so, and plays on behind it', async ({ page }) => {
    await page.goto('/video_playback');
    const buffer = readFileSync(samplePath('video/h264-60fps-300-frames.mp4'));
    buffer.fill(0, Math.floor(buffer.length * 0.5), Math.floor(buffer.length * 0.55));
    const file = { name: 'damaged.mp4', mimeType: 'video/mp4', buffer };
    await page.locator('input[type=file]').first().setInputFiles(file);
    const seek = page.getByRole('slider', { name: 'Seek' });
    await expect(seek).toHaveAttribute('max', '5');
    await seek.fill('2');
    await page.getByRole('button', button('Play')).click();
    const notice = page.getByText('The file is damaged from 0:02 to 0:05. Playback skips this part.');
    await expect(notice).toBeVisible();
    const fact = (name: string) => page.locator('dt', { hasText: new RegExp(`^${name}$`) }).locator('+ dd');
    await expect(fact('Damaged parts')).toHaveText('0:02–0:05');
    await expect(page.getByRole('button', button('Play'))).toBeVisible();
    expect(Number(await seek.inputValue())).toBeGreaterThan(4.9);
    await seek.fill('3.5');
    await expect(notice).toBeVisible();
    await seek.fill('1');
    await expect(notice).toHaveCount(0);
    await expect(page.getByText('damaged.mp4')).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  test('with a portrait video, every control of the player stays inside the window', async ({ page }) => {
    await page.goto('/video_playback');
    await choose(page, 'video/h264-4k60-rotated.mp4');
    const play = page.getByRole('button', button('Play'));
    for (const [width, height] of [
      [390, 844],
      [844, 390],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expect(play).toBeEnabled();
      await expect(play).toBeInViewport({ ratio: 1 });
      await expect(page.locator('canvas.player-canvas')).toBeInViewport({ ratio: 0.99 });
    }
  });

  test('the player plays the frames of a video whose audio is damaged', async ({ page }) => {
    await page.goto('/video_playback');
    await choose(page, 'broken/missing-stsd.mp4');
    await expect(page.locator('canvas.player-canvas')).toHaveAttribute('width', '1080');
    await page.getByRole('button', button('End')).click();
    const seek = page.getByRole('slider', { name: 'Seek' });
    await expect(seek).toHaveValue('1');
    await page.getByRole('button', button('Play')).click();
    await expect(page.getByRole('button', button('Pause'))).toBeVisible();
    await expect(page.getByRole('button', button('Play'))).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  test('the player shows the details of a video file', async ({ page }) => {
    await page.goto('/video_playback');
    const fact = (name: string) => page.locator('dt', { hasText: new RegExp(`^${name}$`) }).locator('+ dd');
    await choose(page, 'video/h264-rotate-and-reflect.mp4');
    await expect(fact('Container')).toHaveText('MP4');
    await expect(fact('Video codec')).toContainText('avc');
    await expect(fact('Audio codec')).toContainText('aac');
    await expect(fact('Size')).toHaveText('720 × 1080 px');
    await expect(fact('Frame rate')).toHaveText('29.97 fps');
    await expect(fact('Rotation')).not.toHaveText('0°');
    await expect(fact('Dropped frames')).toHaveText('0');
    await choose(page, 'video/h264-vfr-slow-motion.mp4');
    await expect(fact('Frame rate')).toContainText('variable');
    await choose(page, 'video/vp9-vorbis-6ch.webm');
    await expect(fact('Channels')).toHaveText('6');
  });
});

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('the controls fit one row, and the seek bar has its own row', async ({ page }) => {
    await page.goto('/video_playback');
    await page.getByRole('button', { name: 'Try a sample' }).tap();
    const seek = page.getByRole('slider', { name: 'Seek' });
    await expect(seek).toBeEnabled();
    for (const width of [390, 360]) {
      await page.setViewportSize({ width, height: 844 });
      const boxes = await page
        .locator('.player-row :is(button, .range)')
        .evaluateAll((controls) =>
          controls
            .filter((control) => control.checkVisibility({ visibilityProperty: true }))
            .map((control) => control.getBoundingClientRect().toJSON()),
        );
      expect(boxes.length).toBeGreaterThanOrEqual(5);
      const player = await page.getByRole('region', { name: 'Video Player' }).boundingBox();
      if (!player) throw new Error('the player is not on the screen');
      for (const { left, right, top, height } of boxes) {
        expect(left).toBeGreaterThanOrEqual(player.x);
        expect(right).toBeLessThanOrEqual(player.x + player.width);
        expect(Math.abs(top + height / 2 - (boxes[0].top + boxes[0].height / 2))).toBeLessThan(2);
      }
      expect((await seek.boundingBox())?.width).toBeGreaterThan(200);
      const image = await page.locator('canvas.player-canvas').boundingBox();
      expect(image?.width).toBeGreaterThan(player.width - 3);
    }
    await page.getByRole('button', { name: 'More' }).tap();
    await page.getByRole('menuitem', { name: 'End' }).tap();
    await expect(seek).toHaveValue('8');
  });
});

test('the player shows captions in Shift_JIS, and those inside a Matroska video', async ({ page }, info) => {
  await page.goto('/video_playback');
  const text = page.getByRole('group', { name: 'Captions' });
  const [srt, video] = [info.outputPath('words.srt'), info.outputPath('words.mkv')];
  writeFileSync(srt, '1\n00:00:00,000 --> 00:00:02,000\nGood night\n');
  const source = ['-f', 'lavfi', '-i', 'testsrc=size=64x36:rate=10:duration=2'];
  execFileSync('ffmpeg', ['-v', 'error', ...source, '-i', srt, '-c:v', 'libvpx', '-c:s', 'srt', video]);
  await page.locator('input[type=file]').first().setInputFiles(video);
  await expect(text).toHaveText('Good night');
  await page.getByRole('button', button('Remove captions')).click();
  await expect(text).toHaveCount(0);

  // 夜に駆ける in Shift_JIS.
  const line = Buffer.from('96e982c98bec82af82e9', 'hex');
  const buffer = Buffer.concat([Buffer.from('1\r\n00:00:00,000 --> 00:00:02,000\r\n'), line, Buffer.from('\r\n')]);
  const captions = page.getByLabel('Captions', { exact: true }).last();
  await captions.setInputFiles({ name: 'words.srt', mimeType: '', buffer });
  await expect(text).toHaveText('夜に駆ける');
});
