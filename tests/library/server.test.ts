import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPlatform, run } from '#scripts/library/index.ts';

const express: unknown = createRequire(import.meta.url)('express');

/** Runs the code of docs/server.md, with the imports and the port replaced. */
const [, code = ''] = /```js\n(.*?)```/s.exec(readFileSync('docs/server.md', 'utf8')) ?? [];
const handler = code.slice(0, code.indexOf('const server')).replace(/^import .*\n/gm, '');
type Served = { readonly app: Parameters<typeof createServer>[1]; readonly platform: { close(): void } };
const start = new Function('express', 'createPlatform', 'run', `${handler} return { app, platform };`) as (
  ...libraries: unknown[]
) => Served;

const served = start(express, createPlatform, run);
const server = createServer(served.app as never);
let url = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  url = `http://localhost:${(server.address() as AddressInfo).port}/thumbnails`;
});
afterAll(() => {
  server.close();
  served.platform.close();
});

const post = (bytes: Uint8Array<ArrayBuffer>) => fetch(url, { method: 'POST', body: new Blob([bytes]) });
const gray = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#888' }, limitInputPixels: false }).png();

describe('the server of the documentation', () => {
  it('answers an image with its thumbnail', async () => {
    const response = await post(new Uint8Array(await gray(1280, 640).toBuffer()));
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp']);
    const { width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    expect([width, height]).toEqual([640, 320]);
  });

  it('refuses images that are too large, damaged or no images, and uploads that are too large', async () => {
    const large = new Uint8Array(await gray(9000, 5000).toBuffer());
    const damaged = new Uint8Array(await gray(400, 300).toBuffer());
    const answers = [];
    for (const bytes of [large, damaged.slice(0, damaged.length / 2), new Uint8Array(100)])
      answers.push(await post(bytes).then(async (response) => [response.status, (await response.json()).error]));
    expect(answers).toEqual([
      [413, 'imageTooLarge'],
      [422, 'imageLoad'],
      [422, 'imageLoad'],
    ]);
    expect((await post(new Uint8Array(21 * 1024 * 1024))).status).toBe(413);
  });
});
