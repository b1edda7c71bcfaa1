import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const folder = resolve(import.meta.dirname, '../../shared/samples');

/**
 * The folder of real files beside the checkout; `undefined` without it. Use `describe.skipIf(!samplesFolder)('… (needs
 * ../shared/samples)', …)`.
 */
export const samplesFolder: string | undefined = existsSync(folder) ? folder : undefined;

/** Returns the path of a sample, such as `images/cmyk.jpg`. */
export const samplePath = (name: string): string => resolve(folder, name);

export const readSample = (name: string): Uint8Array<ArrayBuffer> => new Uint8Array(readFileSync(samplePath(name)));

const fields = resolve(import.meta.dirname, '../../shared/field');

/** The folder of small files that other programs handle wrongly; `undefined` without it. */
export const fieldFolder: string | undefined = existsSync(fields) ? fields : undefined;

export const readField = (name: string): Uint8Array<ArrayBuffer> => new Uint8Array(readFileSync(resolve(fields, name)));
