/** What is asked for needs a package that is optional and is not installed; the message says how to get it. */
export class MissingPackageError extends Error {
  override readonly name = 'MissingPackageError';
  readonly code = 'PACKAGE_MISSING';
}
