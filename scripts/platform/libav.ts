export type Libav = typeof import('node-av');

/** Loads FFmpeg's native libraries from an optional package. Returns `undefined` if the package is not installed. */
export async function loadLibav(): Promise<Libav | undefined> {
  try {
    const libav = await import('node-av');
    libav.Log.setLevel(libav.AV_LOG_QUIET);
    return libav;
  } catch {
    return undefined;
  }
}
