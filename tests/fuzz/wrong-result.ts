/** Kinds of wrong results. */
export type WrongKind =
  /** An undamaged file is refused, or opens with a warning. */
  | 'undamaged refused'
  /** An undamaged file gives other pixels or samples than an independent decoder. */
  | 'undamaged differs'
  /** A damaged file opens without a warning, and an independent decoder refuses it. */
  | 'damage accepted'
  /** A damaged file opens without a warning, with other pixels or samples than an independent decoder's. */
  | 'damaged differs'
  /** The result of an operation, an encoder or the command differs from the reference. */
  | 'result differs'
  /** The time grows faster than the length of the input. */
  | 'superlinear time'
  /** A file takes more time or memory than its declared size explains, even if it is refused. */
  | 'too much work';

/** Thrown by an oracle if a result is wrong. */
export class WrongResult extends Error {
  override readonly name = 'WrongResult';

  constructor(
    readonly kind: WrongKind,
    message: string,
  ) {
    super(`${kind}: ${message}`);
  }
}
