import type { FudebakoError } from '../base/errors.ts';
import type { Chunk, Frame, FrameScreen, PlayerMedia, SoundOutput, Timers } from './ports.ts';

export interface PlayerState {
  /** In seconds of the video. */
  readonly position: number;
  /** Playing, or about to. */
  readonly playing: boolean;
  readonly speed: number;
  /** Frames that were decoded and came too late to be shown. */
  readonly droppedFrames: number;
  /** The start of the frame on the screen, in seconds of the video. */
  readonly frameTimestamp: number | undefined;
}

export interface PlayerOptions<F extends Frame, C extends Chunk> {
  readonly media: PlayerMedia<F, C>;
  readonly screen: FrameScreen<F>;
  readonly timers: Timers;
  /** Called on the first play of a file with sound. */
  readonly createOutput: () => SoundOutput<C>;
  readonly volume: number;
  readonly muted: boolean;
  readonly onChange: (state: PlayerState) => void;
  /** After `videoPlayback` and `videoSeek` the player is disposed; after `audioPlayback` it goes on in silence. */
  readonly onError: (error: FudebakoError) => void;
}
