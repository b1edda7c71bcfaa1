/// <reference path="./gifenc.d.ts" />
/** The package; Node finds its parts on the default export only, bundlers by their names. */
export async function loadGifenc() {
  const loaded = await import('gifenc');
  return 'quantize' in loaded ? loaded : (loaded as { default: typeof import('gifenc').default }).default;
}
