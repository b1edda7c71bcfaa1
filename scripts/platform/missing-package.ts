/** An optional package is missing. The message names the command that installs it. */
export class MissingPackageError extends Error {
  override readonly name = 'MissingPackageError';
  readonly code = 'PACKAGE_MISSING';
}
