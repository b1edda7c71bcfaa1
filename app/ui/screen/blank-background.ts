import { blankBackgroundFields } from '#core/image/blank.ts';
import { defaultValues, restoreValues } from '#core/parameters/parse.ts';
import { useToolSettings } from '../../storage/settings.ts';
import { getOwnProperty } from '../../storage/stored.ts';
import type { BlankBackground } from '../../workers/image-client.ts';

export type BackgroundFields = typeof blankBackgroundFields;

const FIRST_TAB = { tab: 'blank' };
const restoreTab = (stored: object) => ({ tab: getOwnProperty(stored, 'tab') === 'upload' ? 'upload' : FIRST_TAB.tab });

export const useUploadTab = (tool: string) => useToolSettings(tool, 'upload', FIRST_TAB, restoreTab);

export const useBlankBackground = (tool: string, fields: BackgroundFields = blankBackgroundFields) =>
  useToolSettings(
    tool,
    'blank',
    defaultValues(fields) as BlankBackground,
    (stored) => restoreValues(fields, stored) as Partial<BlankBackground>,
  );
