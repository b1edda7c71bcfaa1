/** Replaces the file `built-with.ts` in builds without the HEIC decoder (`HEIC=no`). */
export const BUILT_WITH_HEIC: boolean = false;
