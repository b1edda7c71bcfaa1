/** True if the build includes the HEIC decoder. Builds with `HEIC=no` replace this file by `built-without-heic.ts`. */
export const BUILT_WITH_HEIC: boolean = true;
