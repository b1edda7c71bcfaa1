/** Options of x264 for closed groups: an IDR frame, then P frames that refer to the previous frame. No B-frames. */
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
