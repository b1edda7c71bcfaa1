/** Packages that load a file from their module's folder, and would not find it if Vite prebundled them. */
export const unbundledPackages = [
  '@ffmpeg/ffmpeg',
  '@jsquash/png',
  '@jsquash/webp',
  '@jsquash/avif',
  '@resvg/resvg-wasm',
];
