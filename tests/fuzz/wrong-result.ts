/** In which way a result is wrong. */
export type WrongKind =
  /** A file without a fault is refused, or opens with a warning. */
  | 'undamaged refused'
  /** A file without a fault gives other pixels or samples than an independent decoder. */
  | 'undamaged differs'
  /** A damaged file opens without a warning, and an independent decoder refuses it. */
  | 'damage accepted'
  /** A damaged file opens without a warning, with other pixels or samples than an independent decoder gives. */
  | 'damaged differs'
  /** An operation, an encoder or the command gives another result than its reference. */
  | 'result differs';

/** Thrown by an oracle: the product gave a result, and the result is wrong. */
export class WrongResult extends Error {
  override readonly name = 'WrongResult';

  constructor(
    readonly kind: WrongKind,
    message: string,
  ) {
    super(`${kind}: ${message}`);
  }
}
