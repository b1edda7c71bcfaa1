/**
 * Returns FFmpeg's x264 options (`quality` is the constant rate factor) for the groups that `VideoEncoder` requires:
 * one previous reference per frame, no B-frames, one IDR frame at the start.
 */
export function x264Options(quality: number): Readonly<Record<string, string>> {
  return {
    preset: 'medium',
    profile: 'high',
    crf: String(quality),
    g: '100000',
    bf: '0',
    refs: '1',
    sc_threshold: '0',
    'x264-params': 'weightp=1:aud=1',
  };
}
