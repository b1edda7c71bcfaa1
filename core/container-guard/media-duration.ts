import type { InputTrack } from 'mediabunny';
import { viewOf } from '../base/bytes.ts';
import { CancelledError, FudebakoError } from '../base/errors.ts';
import type { SourceFile } from '../base/files.ts';
import { isInternalFailure } from '../base/internal-failure.ts';
import { readFlacInfo } from './flac-info.ts';
import { lastGranule } from './ogg.ts';

/**
 * Returns the end of a track in seconds; `null` for an infinite or unknown end. Parses FLAC and Ogg itself, because
 * mediabunny lacks some FLAC sample rates and stops at gaps between Ogg pages.
 * @throws FudebakoError `mediaDamaged`
 */
export async function trackDuration(track: InputTrack, file: SourceFile): Promise<number | null> {
  const flac = await flacInfoOf(track);
  if (flac && flac.samples > 0) return flac.samples / flac.sampleRate;
  try {
    const duration = await track.computeDuration();
    return Number.isFinite(duration) ? duration : null;
  } catch (error) {
    if (error instanceof FudebakoError || error instanceof CancelledError || isInternalFailure(error)) throw error;
    return oggDuration(track, file);
  }
}

const BLOCK_HEADER = 'fLaC'.length + 4;

async function flacInfoOf(track: InputTrack) {
  if (!track.isAudioTrack() || (await track.input.getFormat()).name !== 'FLAC') return undefined;
  const { description } = (await track.getDecoderConfig()) ?? {};
  return description instanceof Uint8Array ? readFlacInfo(description.subarray(BLOCK_HEADER)) : undefined;
}

async function oggDuration(track: InputTrack, file: SourceFile): Promise<number | null> {
  if (!track.isAudioTrack() || (await track.input.getFormat()).name !== 'Ogg') return null;
  const granule = await lastGranule(file, track.id);
  const config = await track.getDecoderConfig();
  if (granule === undefined || !config) return null;
  // Subtracts the pre-skip of Opus: samples at the start that players drop (RFC 7845, 5.1).
  const { description } = config;
  const isOpus = config.codec === 'opus' && description instanceof Uint8Array && description.length >= 12;
  const skipped = isOpus ? viewOf(description).getUint16(10, true) : 0;
  return Math.max(0, granule - skipped) / config.sampleRate;
}

export async function mediaDuration(tracks: readonly InputTrack[], file: SourceFile): Promise<number | null> {
  const durations: number[] = [];
  for (const track of tracks) {
    const duration = await trackDuration(track, file);
    if (duration !== null) durations.push(duration);
  }
  return durations.length > 0 ? Math.max(...durations) : null;
}
