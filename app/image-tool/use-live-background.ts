import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlankBackground, useUploadTab } from '../ui/screen/blank-background.ts';
import { type BackgroundOptions, BLANK_NAME } from './BlankBackgroundSource.tsx';
import type { DrawnItems } from './drawn-items.ts';
import type { PictureTool } from './picture-tool.ts';

/** Shows a blank background while its tab is open without an image, so text is visible at once. */
export function useLiveBackground<Item extends object>(
  tool: PictureTool,
  { name, fields }: BackgroundOptions,
  document: DrawnItems<Item>,
): PictureTool {
  const { t } = useTranslation();
  const { session, ready } = tool;
  const [{ tab }] = useUploadTab(name);
  const [{ width, height, color }] = useBlankBackground(name, fields);
  const image = session.document.use(({ history }) => history.present.image);
  const covers = document.use(({ isOnBlank, items }) => isOnBlank && !items.every(document.isFree));
  const isShown = tab === 'blank' && width > 0 && height > 0;
  useEffect(() => {
    session.setBackdrop(isShown ? { width, height, color } : undefined, BLANK_NAME, covers);
  }, [session, isShown, width, height, color, covers]);
  useEffect(() => () => session.setBackdrop(undefined), [session]);
  const covered = covers && image ? { name: image.name, use: document.placeOnImage } : undefined;
  if (ready || tab !== 'blank') return { ...tool, covered };
  return { ...tool, covered, missing: width > 0 && height > 0 ? undefined : t('core:errors.backgroundGenerate') };
}
