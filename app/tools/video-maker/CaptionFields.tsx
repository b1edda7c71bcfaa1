import { useTranslation } from 'react-i18next';
import { captionStyleFields } from '#core/text/captions/caption-style.ts';
import { useDeclaredWords } from '../../ui/fields/declared-words.ts';
import { ParameterFields } from '../../ui/fields/ParameterFields.tsx';
import { PositionPad } from '../../ui/fields/PositionPad.tsx';
import { FontField, firstWords } from '../../ui/fonts/FontField.tsx';
import type { VideoMaker } from './maker.ts';
import { useVideoDocument, type VideoScreenWork } from './video-screen-work.ts';

interface CaptionFieldsProps {
  readonly maker: VideoMaker;
  readonly screen: VideoScreenWork;
}

/** Style of the captions. Loaded with the captions tab, because its fonts are large. */
export default function CaptionFields({ maker, screen }: CaptionFieldsProps) {
  const { t } = useTranslation();
  const translate = useDeclaredWords();
  const { settings, cues = [] } = useVideoDocument(screen);
  const style = settings.captionStyle;
  const operation = maker.operation.id;
  const change = (name: string, value: unknown, control = name) =>
    screen.changeSettings({ captionStyle: { ...style, [name]: value } }, `captionStyle.${control}`);
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
