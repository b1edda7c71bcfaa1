import { useTranslation } from 'react-i18next';
import { captionParameters } from '#core/text/captions/caption-style.ts';
import { desk } from '../../desk/desk.ts';
import { FoldedSection, ParameterFields } from '../../ui/fields/ParameterFields.tsx';
import CaptionFields from '../video-maker/CaptionFields.tsx';
import { CaptionsTab } from '../video-maker/CaptionsTab.tsx';
import { useAnimationAudio } from './animation-audio.ts';
import { openCaptions, useCaptionSettings } from './animation-captions.ts';
import { useAnimationSettings } from './animation-settings.ts';
import type { TextPageKind } from './text-page-kind.ts';

const { captionsAs } = captionParameters;

/** The captions of a text animation as MP4. */
export default function AnimationCaptions({ kind }: { readonly kind: TextPageKind }) {
  const { t } = useTranslation(['app', 'media']);
  const cues = desk.document.use(({ history }) => history.present.cues);
  const audio = useAnimationAudio();
  const [{ durationSec, matchAudio }] = useAnimationSettings(kind.route);
  const [settings, change] = useCaptionSettings(kind.route);
  const operation = kind.animation.id;
  return (
    <FoldedSection heading={t('media:captions.title')} isChanged={cues !== undefined}>
      <CaptionsTab
        cues={cues}
        change={(apply, joins) => desk.document.change('captions', apply, joins)}
        addFiles={([file]) => file && void openCaptions(file)}
        audioName={audio?.file.name}
        played={{ startSec: 0, endSec: audio && matchAudio ? audio.durationSec : durationSec }}
      />
      {cues && (
        <>
          <ParameterFields
            operation={operation}
            fields={{ captionsAs }}
            section="captions"
            values={{ ...settings }}
            onChange={(name, value) => change({ [name]: value })}
          />
          <CaptionFields
            {...{ operation, cues }}
            style={settings.captionStyle}
            onChange={(captionStyle) => change({ captionStyle })}
          />
        </>
      )}
      <p className="panel-note">{t('media:captions.onlyMp4')}</p>
    </FoldedSection>
  );
}
