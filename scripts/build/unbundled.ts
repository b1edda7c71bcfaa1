/** Packages that load a file beside their own module: vite must not bundle them in advance, or they no longer find it. */
export const unbundledPackages = [
  '@ffmpeg/ffmpeg',
  '@jsquash/png',
  '@jsquash/webp',
  '@jsquash/avif',
  '@resvg/resvg-wasm',
];
