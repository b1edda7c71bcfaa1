import type { Shell } from '#core/recipes/shell-quoting.ts';

/** Guesses the visitor's command-line shell, because copied commands are quoted by its rules. */
export const visitorsShell = (): Shell => (/windows/i.test(navigator.userAgent) ? 'powershell' : 'posix');
