/**
 * Packages that load a file from their own folder. In development, Vite must not bundle these packages, because they
 * wouldn't find the file.
 */
export const unbundledPackages = ['@ffmpeg/ffmpeg', '@jsquash/webp', '@jsquash/avif', '@resvg/resvg-wasm'];
