import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlankBackground, useUploadTab } from '../ui/screen/blank-background.ts';
import { type BackgroundOptions, BLANK_NAME } from './BlankBackgroundSource.tsx';
import type { DrawnItems } from './drawn-items.ts';
import type { ImageTool } from './image-tool.ts';

/** Shows a blank background while its tab is open without an image, so text is visible at once. */
export function useLiveBackground<Item extends object>(
  tool: ImageTool,
  { name, fields }: BackgroundOptions,
  document: DrawnItems<Item>,
): ImageTool {
  const { t } = useTranslation();
  const { screen, ready } = tool;
  const [{ tab }] = useUploadTab(name);
  const [{ width, height, color }] = useBlankBackground(name, fields);
  const image = screen.document.use(({ history }) => history.present.image);
  const covers = document.use(({ isOnBlank, items }) => isOnBlank && !items.every(document.isFree));
  const isShown = tab === 'blank' && width > 0 && height > 0;
  useEffect(() => {
    screen.setBackdrop(isShown ? { width, height, color } : undefined, BLANK_NAME, covers);
  }, [screen, isShown, width, height, color, covers]);
  useEffect(() => () => screen.setBackdrop(undefined), [screen]);
  const covered = covers && image ? { name: image.name, use: document.placeOnImage } : undefined;
  if (ready || tab !== 'blank') return { ...tool, covered };
  return { ...tool, covered, missing: width > 0 && height > 0 ? undefined : t('core:errors.backgroundGenerate') };
}
