import type { FudebakoError } from '#core/base/errors.ts';
import type { Chunk, Frame, FrameScreen, PlayerMedia, SoundOutput, Timers } from './ports.ts';

export interface PlayerState {
  /** Position in seconds from the start of the video. */
  readonly position: number;
  /** True while playing or about to play. */
  readonly playing: boolean;
  readonly speed: number;
  /** Number of decoded frames that were too late to be shown. */
  readonly droppedFrames: number;
  /** Presentation timestamp of the displayed frame, in seconds. */
  readonly frameTimestamp: number | undefined;
}

export interface PlayerOptions<F extends Frame, C extends Chunk> {
  readonly media: PlayerMedia<F, C>;
  readonly screen: FrameScreen<F>;
  readonly timers: Timers;
  /** Creates the audio output; called when a file with audio first plays. */
  readonly createOutput: () => SoundOutput<C>;
  readonly volume: number;
  readonly muted: boolean;
  readonly onChange: (state: PlayerState) => void;
  /** Reports an error. `videoPlayback` and `videoSeek` end the player; `audioPlayback` ends only the audio. */
  readonly onError: (error: FudebakoError) => void;
}
