import { describe, expect, it } from 'vitest';
import {
  type Build,
  cacheOf,
  isAsPromised,
  isPageOf,
  MAX_BUILDS,
  outdatedCaches,
  outdatedFiles,
  planFor,
} from '#app/service-worker/decisions.ts';

const ORIGIN = 'https://fudebako.example';
const BUILD: Build = {
  version: 'new',
  files: [
    { path: '/assets/crop-1a.js', revision: null },
    { path: '/favicon.svg', revision: 'f1' },
  ],
  onDemand: ['/assets/fonts-77/', '/assets/ffmpeg-core-5c.wasm'],
  whenIdle: ['/assets/fonts-77/inter.woff2'],
  offlineBytes: 1,
};

describe('a cacheable response', () => {
  it.each([
    ['/assets/a.js', 'text/javascript; charset=utf-8'],
    ['/assets/a.js', 'application/javascript'],
    ['/assets/a.css', 'text/css'],
    ['/assets/a.wasm', 'application/wasm'],
    ['/assets/a.woff2', 'font/woff2'],
    ['/assets/a.woff2', 'application/octet-stream'],
    ['/icon.png', 'IMAGE/PNG'],
    ['/samples/a.jpg', 'image/jpeg'],
    ['/samples/a.mp3', 'audio/mpeg'],
    ['/samples/a.webm', 'application/octet-stream'],
    ['/samples/a.wav', 'application/octet-stream'],
    ['/manifest.webmanifest', 'application/manifest+json'],
    ['/', 'text/html; charset=utf-8'],
  ])('is %s with the type %s', (path, contentType) => {
    expect(isAsPromised(path, { status: 200, contentType })).toBe(true);
  });

  it.each(['/assets/a.js', '/assets/a.css', '/assets/a.wasm', '/assets/a.woff2', '/icon.png', '/samples/a.wav'])(
    'is not %s with an HTML page as content',
    (path) => {
      expect(isAsPromised(path, { status: 200, contentType: 'text/html' })).toBe(false);
    },
  );

  it.each([204, 206, 304, 404, 500])('never has the status %i', (status) => {
    expect(isAsPromised('/assets/a.js', { status, contentType: 'text/javascript' })).toBe(false);
  });

  it('has a known content type that matches its extension', () => {
    expect(isAsPromised('/assets/a.js', { status: 200, contentType: null })).toBe(false);
    expect(isAsPromised('/assets/a.exe', { status: 200, contentType: 'application/octet-stream' })).toBe(false);
    expect(isAsPromised('/assets/a.js', { status: 200, contentType: 'text/javascript-ish' })).toBe(false);
    expect(isAsPromised('/', { status: 200, contentType: 'text/javascript' })).toBe(false);
  });

  it('that is a page names the manifest of the same build', () => {
    const html = '<script type="module">import "/assets/manifest-new.js";</script>';
    expect(isPageOf('new', html)).toBe(true);
    expect(isPageOf('ne', html)).toBe(false);
    expect(isPageOf('new', '<title>Hotel Wi-Fi</title>')).toBe(false);
  });
});

describe('the source of a service worker’s response', () => {
  const plan = (address: string, { mode = 'cors', method = 'GET', hasRange = false } = {}) =>
    planFor({ method, url: new URL(address, ORIGIN).href, mode, hasRange }, ORIGIN, BUILD);

  it.each(['/', '/cropper', '/cropper?lng=ja', '/nowhere/at/all', '/home.html'])('for %s is the page', (address) => {
    expect(plan(address, { mode: 'navigate' })).toBe('page');
  });

  it('for a file of the build is the precache, and for other assets the on-demand cache', () => {
    expect(plan('/assets/crop-1a.js')).toBe('precached');
    expect(plan('/favicon.svg')).toBe('precached');
    expect(plan('/assets/ffmpeg-core-5c.wasm')).toBe('on-demand');
    expect(plan('/assets/crop-OLD.js')).toBe('on-demand');
  });

  it('for any other request is the network', () => {
    expect(plan('/samples/sample.webm')).toBe('network');
    expect(plan('/licenses/THIRD-PARTY.txt', { mode: 'navigate' })).toBe('network');
    expect(plan('/assets/crop-1a.js?x=1')).toBe('network');
    expect(plan('/assets/crop-1a.js', { method: 'POST' })).toBe('network');
    expect(plan('/assets/crop-1a.js', { hasRange: true })).toBe('network');
    expect(plan('https://elsewhere.example/assets/crop-1a.js')).toBe('network');
  });
});

describe('the service worker’s cleanup', () => {
  const names = ['other-app', ...['a', 'b', 'c', 'new'].map(cacheOf)];

  it('deletes caches of builds without an open page, but no other caches', () => {
    expect(outdatedCaches(names, 'new', ['new', 'b'])).toEqual([cacheOf('a'), cacheOf('c')]);
    expect(outdatedCaches(names, 'new', [])).toEqual([cacheOf('a'), cacheOf('b'), cacheOf('c')]);
  });

  it('deletes only the caches of the oldest builds if an open page does not state its build', () => {
    expect(outdatedCaches(names, 'new', ['new', undefined])).toEqual([cacheOf('a')]);
    expect(MAX_BUILDS).toBe(3);
  });

  it('deletes on-demand files of other builds, unless their pages are open', () => {
    const paths = ['/assets/fonts-66/a.woff2', '/assets/fonts-77/a.woff2', '/assets/ffmpeg-core-5c.wasm'];
    expect(outdatedFiles(paths, BUILD, false)).toEqual(['/assets/fonts-66/a.woff2']);
    expect(outdatedFiles(paths, BUILD, true)).toEqual([]);
  });

  it('deletes the oldest on-demand files beyond the limit', () => {
    const paths = ['a', 'b', 'c', 'd'].map((name) => `/assets/fonts-77/${name}.woff2`);
    expect(outdatedFiles(paths, BUILD, false, 3)).toEqual([paths[0]]);
    expect(outdatedFiles([...paths, '/assets/fonts-66/a.woff2'], BUILD, true, 3)).toEqual(paths.slice(0, 2));
  });
});
