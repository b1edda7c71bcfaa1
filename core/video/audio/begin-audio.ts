import { prefetch } from '../../base/ordered-results.ts';
import type { OperationContext } from '../../platform/context.ts';
import type { Mp4Options } from '../mp4/write-mp4.ts';
import { chooseAudioEncoding } from './audio-encoding.ts';
import { planPackets } from './audio-packets.ts';
import type { AudioTrack } from './audio-track.ts';

type Context = Pick<OperationContext, 'platform' | 'signal'>;

export async function beginAudio(
  track: AudioTrack,
  context: Context,
  onProgress?: (fraction: number) => void,
): Promise<NonNullable<Mp4Options['audio']>> {
  const encoding = await chooseAudioEncoding(context);
  const { maxPackets, encode } = planPackets(track, encoding);
  return {
    codec: encoding.codec,
    maxPackets,
    runs: prefetch(encode({ ...context, ...(onProgress && { onProgress }) })),
  };
}
