/** Thrown if an optional package is not installed. The message has the command that installs it. */
export class MissingPackageError extends Error {
  override readonly name = 'MissingPackageError';
  readonly code = 'PACKAGE_MISSING';
}
