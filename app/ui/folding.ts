import { getOwnProperty } from '../storage/stored.ts';

/** Whether a part of a tool is open; undefined until the visitor opens or closes the part. */
export interface Folding {
  readonly open?: boolean;
}

export const UNDECIDED: Folding = {};

export function restoreFolding(stored: object): Folding {
  const open = getOwnProperty(stored, 'open');
  return typeof open === 'boolean' ? { open } : {};
}
