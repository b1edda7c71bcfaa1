import type { CancelSignal } from '#core/base/cancel-signal.ts';

// The members of global classes that identify them. Programs then need neither the DOM's types nor `@types/node`.

/** A `URL`. */
export interface FileUrl {
  readonly href: string;
  readonly protocol: string;
}

/** A `Blob` or `File`. */
export interface ByteBlob {
  readonly size: number;
  readonly type: string;
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** An `AbortSignal`. */
export interface CallSignal extends CancelSignal {
  readonly reason: unknown;
}
