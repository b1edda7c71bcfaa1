import type { TestReference } from '../tests.ts';

/** A number, default or list of docs/specification.md, and the value that the code declares. */
export interface DeclaredFact {
  /** Section of docs/specification.md, then the subject of the statement. */
  readonly of: string;
  /** The declared value. If it is an object, only its properties that `documented` contains are compared. */
  readonly is: unknown;
  readonly documented: unknown;
}

/** A number of docs/specification.md that the code does not declare, and the test that verifies it instead. */
export interface HeldFact {
  readonly of: string;
  readonly heldBy: TestReference;
  /** Literals that the test must contain. */
  readonly literals: readonly string[];
}

/** A value that the product deliberately lacks, and the reason. */
export interface AbsentFact {
  readonly of: string;
  readonly because: string;
}
