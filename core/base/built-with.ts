/** False in builds with `HEIC=no`, which replace this module by `built-without-heic.ts`. */
export const BUILT_WITH_HEIC: boolean = true;
