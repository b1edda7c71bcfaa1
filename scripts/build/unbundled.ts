/** Packages that load a file relative to their module, which Vite's prebundling would break. */
export const unbundledPackages = [
  '@ffmpeg/ffmpeg',
  '@jsquash/png',
  '@jsquash/webp',
  '@jsquash/avif',
  '@resvg/resvg-wasm',
];
