import { useEffect } from 'react';
import { useHasRows, useRows } from '../../batch/use-rows.ts';
import { NO_IMAGE } from '../../image-tool/BlankBackgroundSource.tsx';
import { withDrawn } from '../../image-tool/drawing.ts';
import { ImageScreen } from '../../image-tool/ImageScreen.tsx';
import { useImageTool } from '../../image-tool/image-tool.ts';
import { useImageSample } from '../../image-tool/readable-color.ts';
import { useLiveBackground } from '../../image-tool/use-live-background.ts';
import { withFontFiles } from '../../image-tool/with-font-files.ts';
import { addOwnFont, fontReferences, restoreOwnFonts } from '../../ui/fonts/own-fonts.ts';
import { textColors, textDocument } from './document.ts';
import { rowBase, stepsNow } from './export.ts';
import { TextActions } from './TextActions.tsx';
import { TextPanel } from './TextPanel.tsx';
import { TextStage } from './TextStage.tsx';
import { TextTabs } from './TextTabs.tsx';
import './text-boxes.css';

const TOOL = 'advanced_text_editor';

/** Does not subscribe to the texts, so typing re-renders only the parts that show the text. */
export function AdvancedTextEditor() {
  const { openTableFile, actions: tables } = useRows(TOOL, baseNow);
  const imageTool = useImageTool(TOOL, { drawn: textDocument, batches: true, openTableFile });

  useEffect(() => void restoreOwnFonts(), []);
  const isEmpty = textDocument.use(({ items }) => items.every(({ text }) => text.trim() === ''));
  const hasRows = useHasRows(TOOL);
  const blank = { name: TOOL, isLive: true, invites: isEmpty && !hasRows };
  const tool = useLiveBackground(imageTool, blank, textDocument);
  const size = tool.state.image?.info ?? NO_IMAGE;

  useImageSample(tool.screen, COLORS, recolor);

  return (
    <ImageScreen
      tool={withFontFiles(tool, openFont)}
      batch={{
        recipe: () => withDrawn(tool.recipeWith(), stepsNow()),
        rowBase: () => [...tool.recipeWith(), ...baseNow()],
      }}
      blank={blank}
      tabs={<TextTabs size={size} />}
      overlay={(view) => <TextStage size={size} view={view} />}
      hasHandles
      actions={<TextActions tool={tool} tables={tables} />}
      panel={<TextPanel size={size} />}
    />
  );
}

const baseNow = () => rowBase(textDocument.use.getState().items, fontReferences);

const COLORS = [textColors];
const recolor = () => textDocument.retouch((text) => textColors.follow(text, text));

async function openFont(file: File): Promise<void> {
  const fontFamily = await addOwnFont(file);
  if (fontFamily) textDocument.patchActive({ fontFamily });
}
