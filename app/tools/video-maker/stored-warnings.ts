import type { ErrorData } from '#core/base/errors.ts';
import type { Warning } from '#core/platform/context.ts';
import { coreWords } from '../../locales/i18n.ts';
import type { Parse } from '../../storage/storage.ts';
import { getOwnProperty, storedList, storedText } from '../../storage/stored.ts';

const MAX_DATA = 10;

const parseWarning: Parse<Warning> = (stored) => {
  const [code, data] = [storedText(getOwnProperty(stored, 'code')), getOwnProperty(stored, 'data')];
  if (code === undefined || !Object.hasOwn(coreWords().warnings, code) || typeof data !== 'object') return undefined;
  const values = Object.entries(data ?? {})
    .slice(0, MAX_DATA)
    .filter(([, value]) => typeof value === 'number' || storedText(value) !== undefined);
  return { code: code as Warning['code'], data: Object.fromEntries(values) as ErrorData };
};

export const parseWarnings = (stored: unknown): readonly Warning[] => storedList(parseWarning, MAX_DATA)(stored) ?? [];
