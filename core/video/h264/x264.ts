/**
 * How x264 is set up to make the groups that `VideoEncoder` promises, by FFmpeg's names: no picture
 * refers to a later one or to more than one before it, and none but the first starts anew.
 *
 * @param quality its constant rate factor
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
