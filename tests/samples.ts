import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const folder = resolve(import.meta.dirname, '../../shared/samples');

/**
 * The folder of real files that lies beside a checkout, or `undefined` where there is none: use
 * `describe.skipIf(!samplesFolder)('… (needs ../shared/samples)', …)`.
 */
export const samplesFolder: string | undefined = existsSync(folder) ? folder : undefined;

/** The path of a sample, as `images/cmyk.jpg`. */
export const samplePath = (name: string): string => resolve(folder, name);

/** The bytes of a sample. */
export const readSample = (name: string): Uint8Array<ArrayBuffer> => new Uint8Array(readFileSync(samplePath(name)));
