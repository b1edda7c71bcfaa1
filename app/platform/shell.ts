import type { Shell } from '#core/recipes/shell-quoting.ts';

/** Guesses the shell for copied commands. */
export const visitorsShell = (): Shell => (/windows/i.test(navigator.userAgent) ? 'powershell' : 'posix');
