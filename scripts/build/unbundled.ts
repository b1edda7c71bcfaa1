/** Packages that load a file next to their module, which they would not find if Vite prebundled them. */
export const unbundledPackages = ['@ffmpeg/ffmpeg', '@jsquash/webp', '@jsquash/avif', '@resvg/resvg-wasm'];
