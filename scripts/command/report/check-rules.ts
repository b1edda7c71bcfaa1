import type { InputFormat } from '#core/image/formats/registry.ts';
import type { Data } from '#core/operation.ts';
import { byteCount } from '../base/byte-size.ts';
import type { CheckRules } from '../parse/request.ts';

export interface Offense {
  /** Name of the rule's flag without dashes; `unreadable` for a file that can't be opened or decoded. */
  readonly rule: string;
  readonly found?: unknown;
  readonly allowed?: unknown;
  readonly message: string;
}

type Show = (value: number) => string;

export function offensesOf(facts: Data, rules: CheckRules): Offense[] {
  const { format, width, height, bytes, exif, gps, locationIn, srgb, profileName, colorSpace, changes } = facts;
  const offenses: Offense[] = [];
  const most = (rule: string, found: unknown, allowed: number | undefined, what: string, show: Show) => {
    if (allowed === undefined || Number(found) <= allowed) return;
    const message = `${what} ${show(Number(found))}; at most ${show(allowed)} allowed.`;
    offenses.push({ rule, found, allowed, message });
  };
  const pixels: Show = (value) => `${value} px`;
  most('max-width', width, rules.maxWidth, 'Width is', pixels);
  most('max-height', height, rules.maxHeight, 'Height is', pixels);
  most('max-bytes', bytes, rules.maxBytes, 'Size is', (value) => exactBytes(value, rules.maxBytes as number));
  if (rules.formats && !rules.formats.includes(format as InputFormat)) {
    const message = `Format is ${format}; allowed: ${rules.formats.join(', ')}.`;
    offenses.push({ rule: 'formats', found: format, allowed: rules.formats, message });
  }
  if (rules.noGps && gps) {
    const places = Array.isArray(locationIn) ? locationIn.map((kind) => (kind === 'Exif' ? 'GPS' : kind)) : [];
    const message = places.join() === 'GPS' ? 'Has GPS data.' : `Has location data (${places.join(', ')}).`;
    offenses.push({ rule: 'no-gps', found: true, allowed: false, message });
  }
  if (rules.noExif && exif)
    offenses.push({ rule: 'no-exif', found: true, allowed: false, message: 'Has Exif metadata.' });
  if (rules.profile === 'srgb' && !srgb) {
    const stated = colorSpace ?? profileName;
    const message = stated
      ? `Color ${colorSpace ? 'space' : 'profile'} is ${stated}, not sRGB.`
      : 'Colors are not sRGB.';
    offenses.push({ rule: 'profile', found: stated, allowed: 'srgb', message });
  }
  if (changes) offenses.push({ rule: 'would-change', found: changes, message: `The recipe would change ${changes}.` });
  return offenses;
}

/** Formats the file size rounded, or in exact bytes if size and limit would look equal after rounding. */
const exactBytes = (value: number, limit: number) =>
  byteCount(value) === byteCount(limit) && value !== limit ? `${value} bytes` : byteCount(value);
