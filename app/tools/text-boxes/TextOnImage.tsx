import { useTranslation } from 'react-i18next';
import type { Box } from '#core/geometry/box.ts';
import { type AdvancedText, pointsToPx } from '#core/text/settings.ts';
import { useFontFace } from '../../ui/fonts/use-font-face.ts';
import { InPlaceText } from '../../ui/stage/InPlaceText.tsx';
import { shownText, textDocument, useTabName } from './document.ts';

interface TextOnImageProps {
  readonly text: AdvancedText;
  readonly tab: number;
  readonly box: Box;
  readonly scale: number;
  readonly onEnd: (byKey: boolean) => void;
}

/** Text field on top of the image. All typing until the field closes is one undo step. */
export function TextOnImage({ text, tab, box, scale, onEnd }: TextOnImageProps) {
  const { t } = useTranslation();
  const tabName = useTabName();
  const words = textDocument.use((state) => shownText(state).text);
  const fontFamily = useFontFace(text.fontFamily, words);
  return (
    <InPlaceText
      label={t('advanced_text_editor.write', { name: tabName(tab) })}
      hint={t('advanced_text_editor.writeEnds')}
      text={text.text}
      box={box}
      rotation={text.rotation}
      scale={scale}
      look={{
        fontPx: pointsToPx(text.fontPt),
        charGapEm: text.charGapEm,
        lineGapEm: text.colGapEm,
        fontFamily,
        bold: text.bold,
        italic: text.italic,
        vertical: text.useVerticalText,
        align: text.align,
        vAlign: text.vAlign,
        color: text.textColor,
        outlineColor: text.outlineTextColor,
        outlineWidthPx: text.outlineTextWidth,
      }}
      onInput={(next) => textDocument.showDraft({ ...text, text: next })}
      onEnd={(written, byKey) => {
        const committed = textDocument.use.getState().items[tab];
        if (committed && written !== undefined && written !== committed.text)
          textDocument.changeTab(tab, { ...committed, text: written });
        else textDocument.showDraft(undefined);
        onEnd(byKey);
      }}
    />
  );
}
