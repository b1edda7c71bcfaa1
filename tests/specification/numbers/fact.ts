import type { TestReference } from '../tests.ts';

/** A number, a default or a list of the specification, typed from it, against what the product declares. */
export interface DeclaredFact {
  /** The specification's section and what it is about. */
  readonly of: string;
  /** What the product has. Of an object only what `said` names is compared. */
  readonly is: unknown;
  readonly said: unknown;
}

/** One that cannot be read from a declaration, and the test that holds it by behaviour. */
export interface HeldFact {
  readonly of: string;
  readonly heldBy: TestReference;
  /** What that test has to look for, as it is written there. */
  readonly literals: readonly string[];
}

/** One that the product does not have, and why. */
export interface AbsentFact {
  readonly of: string;
  readonly because: string;
}
