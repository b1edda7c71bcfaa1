import type { CancelSignal } from '../../base/cancel-signal.ts';
import type { FileSink } from '../../base/files.ts';
import type { OperationContext } from '../../platform/context.ts';
import type { AudioTrack } from '../../video/audio/audio-track.ts';
import type { VideoExtras } from '../../video/make-video.ts';
import type { AnimationPainter } from './painter.ts';
import type { RevealState } from './reveal.ts';
import type { AnimationSize } from './size.ts';

export type AnimationContext = Pick<OperationContext, 'platform'> & { readonly signal: CancelSignal };

export interface TextAnimation {
  readonly states: readonly RevealState[];
  readonly fps: number;
  readonly track: AudioTrack | undefined;
  readonly size: AnimationSize;
  readonly painter: AnimationPainter;
  readonly extras?: VideoExtras | undefined;
  /** Seconds during which captions are shown. */
  readonly playedSec: number;
  readonly sink: FileSink;
  readonly onProgress: ((fraction: number) => void) | undefined;
}
