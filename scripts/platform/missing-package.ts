/** Thrown if an optional package is not installed. The message contains the command that installs the package. */
export class MissingPackageError extends Error {
  override readonly name = 'MissingPackageError';
  readonly code = 'PACKAGE_MISSING';
}
