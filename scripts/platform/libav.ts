export type Libav = typeof import('node-av');

/** FFmpeg's libraries, which come as an optional package: all work can be done without them. */
export async function loadLibav(): Promise<Libav | undefined> {
  try {
    const libav = await import('node-av');
    libav.Log.setLevel(libav.AV_LOG_QUIET);
    return libav;
  } catch {
    return undefined;
  }
}
