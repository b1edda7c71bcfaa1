import { FudebakoError } from '../base/errors.ts';
import { parseOutsideJson } from '../base/outside-json.ts';

/**
 * The settings in the clipboard.
 *
 * @throws FudebakoError `settingsPaste` for anything that is not a JSON object; ParameterError naming
 * a reserved name's path; FudebakoError `settingsTooLarge`, `settingsTooDeep`, `settingsTooManyNames`
 */
export function parsePasted(text: string): Readonly<Record<string, unknown>> {
  const raw = parsePastedJson(text);
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) throw new FudebakoError('settingsPaste');
  return raw as Readonly<Record<string, unknown>>;
}

/** As `parsePasted`, for what may be a list as well: a recipe. */
export function parsePastedJson(text: string): unknown {
  try {
    return parseOutsideJson(text);
  } catch (error) {
    if (error instanceof FudebakoError) throw error;
    throw new FudebakoError('settingsPaste', {}, { cause: error });
  }
}
