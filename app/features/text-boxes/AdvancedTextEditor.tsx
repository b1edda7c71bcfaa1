import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { addOwnFont, isFontFile, restoreOwnFonts } from '../../state/own-fonts.ts';
import { NO_PICTURE } from '../common/BlankBackgroundSource.tsx';
import { PictureScreen } from '../common/PictureScreen.tsx';
import { usePictureTool } from '../common/picture-tool.ts';
import { usePictureSample } from '../common/readable-color.ts';
import { textColors, textDocument } from './document.ts';
import { TextActions } from './TextActions.tsx';
import { TextPanel } from './TextPanel.tsx';
import { TextStage } from './TextStage.tsx';
import { TextTabs } from './TextTabs.tsx';
import './text-boxes.css';

const TOOL = 'advanced_text_editor';
const BLANK_BACKGROUND = { name: TOOL };

/**
 * Up to ten texts over a picture: the picture is the session's, the texts are `document.ts`'s.
 * Nothing here depends on the texts, so that a letter that is typed draws only what shows it.
 */
export function AdvancedTextEditor() {
  const { t } = useTranslation();
  const tool = usePictureTool(TOOL, { history: textDocument });
  const { picture } = tool.state;
  const info = picture?.info;
  const size = info ?? NO_PICTURE;
  const source = picture?.source.id;

  useEffect(() => void restoreOwnFonts(), []);
  useEffect(() => {
    if (source && info) textDocument.fitToPicture(source, info);
  }, [source, info]);

  usePictureSample(tool.session, COLORS, recolor);

  const openFile = (file: File) => void (isFontFile(file) ? openFont(file) : tool.openFile(file));
  return (
    <PictureScreen
      tool={{ ...tool, openFile }}
      title={t('core:operations.write-texts.name')}
      lead={t('advanced_text_editor.summary')}
      blank={BLANK_BACKGROUND}
      tabs={<TextTabs size={size} />}
      overlay={(view) => <TextStage size={size} view={view} />}
      hasHandles
      actions={<TextActions tool={tool} />}
      panel={<TextPanel size={size} />}
    />
  );
}

const COLORS = [textColors];
const recolor = () => textDocument.retouch((text) => textColors.follow(text, text));

/** A font that is dropped on the screen is added, and the open text is set in it. */
async function openFont(file: File): Promise<void> {
  const fontFamily = await addOwnFont(file);
  if (fontFamily) textDocument.patchActive({ fontFamily });
}
