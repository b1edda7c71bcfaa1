import type { Shell } from '#core/recipes/shell-quoting.ts';

/** Guesses the visitor's command-line shell, whose quoting rules apply to copied commands. */
export const visitorsShell = (): Shell => (/windows/i.test(navigator.userAgent) ? 'powershell' : 'posix');
