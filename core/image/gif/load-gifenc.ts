/// <reference path="./gifenc.d.ts" />
/** Node.js exposes gifenc's functions only on the default export; bundlers expose named exports. */
export async function loadGifenc() {
  const loaded = await import('gifenc');
  return 'quantize' in loaded ? loaded : (loaded as { default: typeof import('gifenc').default }).default;
}
