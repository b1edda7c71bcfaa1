import type { Shell } from '#core/recipes/shell-quoting.ts';

/** The shell that a copied command is likely to be pasted into. */
export const visitorsShell = (): Shell => (/windows/i.test(navigator.userAgent) ? 'powershell' : 'posix');
