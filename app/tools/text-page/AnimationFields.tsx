import { AudioLines, Trash2 } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { animationFields } from '#core/text/animation/formats.ts';
import { desk } from '../../desk/desk.ts';
import { ACCEPTED_AUDIO } from '../../intake/accepted-audio.ts';
import { needWords } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { useDeclaredWords } from '../../ui/fields/declared-words.ts';
import { FoldedSection, ParameterFields } from '../../ui/fields/ParameterFields.tsx';
import { SwitchField } from '../../ui/fields/SwitchField.tsx';
import { FileButton } from '../../ui/screen/FileButton.tsx';
import { toolOf } from '../catalog.ts';
import { addAnimationAudio, removeAnimationAudio, useAnimationAudio } from './animation-audio.ts';
import { longestPauseOf, useAnimationSettings } from './animation-settings.ts';
import type { TextPageKind } from './text-page-kind.ts';

await needWords('media');

const AnimationCaptions = lazy(() => import('./AnimationCaptions.tsx'));

export default function AnimationFields({ kind }: { readonly kind: TextPageKind }) {
  const [settings, change] = useAnimationSettings(kind.route);
  const { t } = useTranslation(['app', 'media']);
  const count = desk.document.use(({ history }) => history.present.cues?.length ?? 0);
  const operation = kind.animation.id;
  return (
    <>
      <ParameterFields
        operation={operation}
        fields={animationFields}
        values={{ ...settings }}
        onChange={(name, value) => change({ [name]: value })}
        maxOf={(control) => (control === 'pauseSec' ? longestPauseOf(settings) : undefined)}
        elsewhere={toolOf(kind.route)?.setElsewhere?.[operation]}
        custom={{ matchAudio: <AudioField kind={kind} /> }}
      />
      <FoldedSection
        heading={count ? t('media:captions.count', { count }) : t('media:captions.title')}
        isChanged={count > 0}
        isLazy
      >
        <Suspense>
          <AnimationCaptions kind={kind} />
        </Suspense>
      </FoldedSection>
    </>
  );
}

function AudioField({ kind }: { readonly kind: TextPageKind }) {
  const { t } = useTranslation(['app', 'stage']);
  const translate = useDeclaredWords();
  const audio = useAnimationAudio();
  const [{ matchAudio }, change] = useAnimationSettings(kind.route);
  return (
    <>
      <div className="action-group">
        <FileButton
          accept={ACCEPTED_AUDIO}
          onFile={(file) => void addAnimationAudio(file)}
          icon={AudioLines}
          look="quiet"
          size="small"
        >
          {t('stage:textPage.addAudio')}
        </FileButton>
        {audio && (
          <Button look="quiet" size="small" icon={Trash2} iconOnly onClick={removeAnimationAudio}>
            {t('stage:textPage.removeAudio')}
          </Button>
        )}
      </div>
      {audio && (
        <>
          <p className="panel-note">
            {t('stage:textPage.audio', { name: audio.file.name, seconds: audio.durationSec.toFixed(1) })}
          </p>
          <SwitchField
            label={translate(`parameters.${kind.animation.id}.matchAudio`)}
            value={matchAudio}
            onChange={(next) => change({ matchAudio: next })}
          />
        </>
      )}
    </>
  );
}
