import { FudebakoError } from '../base/errors.ts';
import { parseOutsideJson } from '../base/outside-json.ts';

/** Parses a JSON object. Throws FudebakoError `settingsPaste` for other text, and the errors of `parseOutsideJson`. */
export function parsePasted(text: string): Readonly<Record<string, unknown>> {
  const raw = parsePastedJson(text);
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) throw new FudebakoError('settingsPaste');
  return raw as Readonly<Record<string, unknown>>;
}

/** Parses pasted JSON: an object of settings, or a list such as a recipe. */
export function parsePastedJson(text: string): unknown {
  try {
    return parseOutsideJson(text);
  } catch (error) {
    if (error instanceof FudebakoError) throw error;
    throw new FudebakoError('settingsPaste', {}, { cause: error });
  }
}
