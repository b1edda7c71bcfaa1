import type { CancelSignal } from '../../base/cancel-signal.ts';
import type { FileSink } from '../../base/files.ts';
import type { OperationContext } from '../../platform/context.ts';
import type { FilmPainter } from './painter.ts';
import type { RevealState } from './reveal.ts';
import type { FilmSize } from './size.ts';

export type FilmContext = Pick<OperationContext, 'platform'> & { readonly signal: CancelSignal };

/** What a film is written from, whatever its format. */
export interface Film {
  readonly states: readonly RevealState[];
  readonly fps: number;
  readonly size: FilmSize;
  readonly painter: FilmPainter;
  readonly sink: FileSink;
  readonly onProgress: ((fraction: number) => void) | undefined;
}
