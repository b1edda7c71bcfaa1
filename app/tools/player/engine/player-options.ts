import type { FudebakoError } from '#core/base/errors.ts';
import type { AudioOutput, Chunk, Frame, FrameScreen, PlayerMedia, Timers } from './ports.ts';

export interface PlayerState {
  /** Playback position in seconds from the start of the video. */
  readonly position: number;
  /** True during playback, and while playback is about to start. */
  readonly playing: boolean;
  readonly speed: number;
  readonly droppedFrames: number;
  /** Presentation timestamp of the displayed frame, in seconds. */
  readonly frameTimestamp: number | undefined;
}

export interface PlayerOptions<F extends Frame, C extends Chunk> {
  readonly media: PlayerMedia<F, C>;
  readonly screen: FrameScreen<F>;
  readonly timers: Timers;
  /** Creates the audio output; called at the first playback of a file with audio. */
  readonly createOutput: () => AudioOutput<C>;
  readonly volume: number;
  readonly muted: boolean;
  /** True to keep the pitch of audio at other speeds than 1. */
  readonly keepsPitch: boolean;
  readonly onChange: (state: PlayerState) => void;
  /**
   * Reports an error. `videoPlayback` and `videoSeek` stop playback. `audioPlayback` stops only the audio, or only the
   * correction of its pitch.
   */
  readonly onError: (error: FudebakoError) => void;
}
