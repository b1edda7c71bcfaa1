/** Oldest supported browsers, which are the oldest browsers that Tailwind supports (docs/browser-support.md). */
export const OLDEST = ['chrome111', 'edge111', 'firefox128', 'safari16.4', 'ios16.4'];
