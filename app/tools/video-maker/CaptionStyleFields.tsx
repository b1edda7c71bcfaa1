import { useTranslation } from 'react-i18next';
import type { OperationId } from '#core/operations/index.ts';
import { type CaptionStyle, captionStyleFields } from '#core/text/captions/caption-style.ts';
import type { Cue } from '#core/text/captions/captions.ts';
import { useDeclaredWords } from '../../ui/fields/declared-words.ts';
import { ParameterFields } from '../../ui/fields/ParameterFields.tsx';
import { PositionPad } from '../../ui/fields/PositionPad.tsx';
import { FontField, firstWords } from '../../ui/fonts/FontField.tsx';

interface CaptionStyleFieldsProps {
  readonly operation: OperationId;
  readonly cues: readonly Cue[];
  readonly style: CaptionStyle;
  /** Called with the new style, and the path of the control that has changed it. */
  readonly onChange: (style: CaptionStyle, control: string) => void;
}

export function CaptionStyleFields({ operation, cues, style, onChange }: CaptionStyleFieldsProps) {
  const { t } = useTranslation();
  const translate = useDeclaredWords();
  const change = (name: string, value: unknown, control = name) =>
    onChange({ ...style, [name]: value }, `captionStyle.${control}`);
  const words = firstWords(cues[0]?.text ?? '') || firstWords(t('horizontal_editor.sample.main'));
  return (
    <ParameterFields
      operation={operation}
      within="captionStyle"
      fields={captionStyleFields}
      values={{ ...style }}
      onChange={change}
      live
      custom={{
        fontFamily: (
          <FontField
            label={translate(`parameters.${operation}.captionStyle.fontFamily`)}
            value={style.fontFamily}
            onChange={(family) => change('fontFamily', family)}
            text={words}
          />
        ),
        anchor: (
          <PositionPad
            label={translate(`parameters.${operation}.captionStyle.anchor`)}
            value={style.anchor === 'none' ? undefined : style.anchor}
            onChange={(anchor) => change('anchor', anchor)}
            automatic={{
              label: translate(`choices.${operation}.captionStyle.anchor.none`),
              onChoose: () => change('anchor', 'none'),
            }}
          />
        ),
      }}
    />
  );
}
