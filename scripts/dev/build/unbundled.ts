/** Packages that load files from their own folder, which they wouldn't find if Vite bundled them in development. */
export const unbundledPackages = ['@ffmpeg/ffmpeg', '@jsquash/webp', '@jsquash/avif', '@resvg/resvg-wasm'];
