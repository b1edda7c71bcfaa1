import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { withFirstText } from '#app/tools/shapes/initial-style.ts';
import { isBareText } from '#app/tools/shapes/verbs.ts';
import type { Size } from '#core/geometry/point.ts';
import { componentBox } from '#core/shapes/component-box.ts';
import { textRoom } from '#core/shapes/scene.ts';
import {
  defaultComponent,
  MAX_SHAPE_TEXT_LENGTH,
  SHAPE_FONT,
  SHAPE_LINE_GAP_EM,
  type ShapeComponent,
} from '#core/shapes/settings.ts';
import { useFontFace } from '../../ui/fonts/use-font-face.ts';
import { InPlaceText } from '../../ui/stage/InPlaceText.tsx';
import { shapeDocument } from './drawn-shapes.ts';
import { shapePainter } from './painter-client.ts';

interface ShapeTextFieldProps {
  readonly tab: number;
  readonly committed: ShapeComponent;
  /** The shape with the text that has been typed so far. */
  readonly shown: ShapeComponent;
  readonly size: Size;
  readonly scale: number;
  readonly onEnd: (byKey: boolean) => void;
}

/** Text field inside a shape. All typing until the field closes is one undo step. */
export function ShapeTextField({ tab, committed, shown, size, scale, onEnd }: ShapeTextFieldProps) {
  const { t } = useTranslation(['app', 'stage']);
  const written = (text: string) => withFirstText({ ...committed, text }, committed, size);
  const look = shown.text === '' ? written('A') : shown;
  const fontPx = useFittingSize(look, size);
  const fontFamily = useFontFace(SHAPE_FONT, shown.text);
  return (
    <InPlaceText
      label={t('stage:shapeText.field', { name: t('stage:shapeTab', { number: tab + 1 }) })}
      hint={t('advanced_text_editor.writeEnds')}
      text={committed.text}
      maxLength={MAX_SHAPE_TEXT_LENGTH}
      box={textRoom(committed, size) ?? componentBox(committed, size)}
      rotation={committed.rotation}
      scale={scale}
      look={{
        fontPx,
        charGapEm: 0,
        lineGapEm: SHAPE_LINE_GAP_EM,
        fontFamily,
        bold: false,
        italic: false,
        vertical: false,
        align: 'center',
        vAlign: 'middle',
        color: look.textColor,
        outlineColor: look.textColor,
        outlineWidthPx: 0,
      }}
      onInput={(text) => shapeDocument.showDraft(written(text), tab)}
      onEnd={(text, byKey) => {
        const changed = written(text ?? committed.text);
        // Without words, the shape would be lost.
        if (isBareText(changed)) shapeDocument.changeTab(tab, defaultComponent());
        else if (changed.text !== committed.text) shapeDocument.changeTab(tab, changed);
        else shapeDocument.showDraft(undefined);
        onEnd(byKey);
      }}
    />
  );
}

/** Returns the size in pixels at which a shape's text fits into the shape. */
function useFittingSize(component: ShapeComponent, size: Size): number {
  const [fitting, setFitting] = useState(component.textSize);
  const key = JSON.stringify([component, size]);
  useEffect(() => {
    let isCurrent = true;
    const [component, size] = JSON.parse(key) as [ShapeComponent, Size];
    shapePainter
      .textSize(component, size)
      .then((next) => isCurrent && setFitting(next))
      // Without the font, the text keeps its size. Painting the shape reports the error.
      .catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [key]);
  return fitting;
}
