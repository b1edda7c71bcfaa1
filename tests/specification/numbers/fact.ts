/** A number, default or list of docs/specification.md, and the value that the code declares. */
export interface DeclaredFact {
  /** Section of docs/specification.md, then the subject of the statement. */
  readonly of: string;
  /** The declared value. If it is an object, only its properties that `documented` contains are compared. */
  readonly is: unknown;
  readonly documented: unknown;
}
