import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlankBackground, useUploadTab } from '../ui/screen/blank-background.ts';
import { type BackgroundOptions, BLANK_NAME } from './BlankBackgroundSource.tsx';
import type { PictureTool } from './picture-tool.ts';

/** Shows a blank background while its tab is open without an image, so text is visible at once. */
export function useLiveBackground(tool: PictureTool, { name, fields }: BackgroundOptions): PictureTool {
  const { t } = useTranslation();
  const { session, state, ready } = tool;
  const [{ tab }] = useUploadTab(name);
  const [{ width, height, color }] = useBlankBackground(name, fields);
  const isMissing = state.restored && state.idle && !state.picture && tab === 'blank';
  useEffect(() => {
    if (isMissing) void session.openLiveBlank({ width, height, color }, BLANK_NAME);
  }, [session, isMissing, width, height, color]);
  if (ready || tab !== 'blank') return tool;
  return { ...tool, missing: width > 0 && height > 0 ? undefined : t('core:errors.backgroundGenerate') };
}
