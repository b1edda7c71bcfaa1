/// <reference path="./gifenc.d.ts" />
/** In Node.js, the package gifenc has a default export with all functions; bundlers expose named exports. */
export async function loadGifenc() {
  const loaded = await import('gifenc');
  return 'quantize' in loaded ? loaded : (loaded as { default: typeof import('gifenc').default }).default;
}
