import type { Input, InputAudioTrack, InputFormat, InputVideoTrack } from 'mediabunny';
import { FudebakoError } from '#core/base/errors.ts';
import { codecName } from './describe-video.ts';
import { preserveFrameTimes } from './vpx-decoder.ts';

interface PlayableTracks {
  readonly video: InputVideoTrack;
  /** Audio track; undefined if the browser can't decode the audio. The video plays anyway. */
  readonly audio: InputAudioTrack | undefined;
}

/** @throws FudebakoError `videoTrackMissing`, `videoCodec` */
export async function playableTracks(input: Input): Promise<PlayableTracks> {
  const video = await input.getPrimaryVideoTrack();
  // Reports a container without tracks as unreadable, because a damaged container also seems to have no tracks.
  if ((await input.getTracks()).length === 0) throw new Error('The file is damaged: it has no tracks.');
  if (!video) throw new FudebakoError('videoTrackMissing');
  if (!(await video.canDecode())) throw new FudebakoError('videoCodec', { codec: await codecName(video) });
  await preserveFrameTimes(video);
  const audio = await input.getPrimaryAudioTrack();
  return { video, audio: audio && (await audio.canDecode().catch(() => false)) ? audio : undefined };
}

/** Returns the end of the longer track in seconds; Infinity if unknown. */
export async function durationOf(input: Input): Promise<number> {
  try {
    return await input.computeDuration();
  } catch {
    return Infinity;
  }
}

/** True for MP4 and MOV. */
export const isIsoMedia = ({ name }: InputFormat): boolean => name === 'MP4' || name === 'QuickTime File Format';

/** Returns the timestamp where playback starts: 0 for MP4, whose initial gaps are intended, or the first timestamp. */
export async function originOf(input: Input): Promise<number> {
  if (isIsoMedia(await input.getFormat())) return 0;
  return Math.max(0, await input.getFirstTimestamp());
}
