import { AudioLines, Trash2 } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { animationFields } from '#core/text/animation/formats.ts';
import { ACCEPTED_AUDIO } from '../../intake/accepted-audio.ts';
import { Button } from '../../ui/Button.tsx';
import { useDeclaredWords } from '../../ui/fields/declared-words.ts';
import { ParameterFields } from '../../ui/fields/ParameterFields.tsx';
import { SwitchField } from '../../ui/fields/SwitchField.tsx';
import { FileButton } from '../../ui/screen/FileButton.tsx';
import { toolOf } from '../catalog.ts';
import { addAnimationAudio, removeAnimationAudio, useAnimationAudio } from './animation-audio.ts';
import { longestPauseOf, useAnimationSettings } from './animation-settings.ts';
import type { TextPageKind } from './text-page-kind.ts';

const AnimationCaptions = lazy(() => import('./AnimationCaptions.tsx'));

export default function AnimationFields({ kind }: { readonly kind: TextPageKind }) {
  const [settings, change] = useAnimationSettings(kind.route);
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
      <Suspense>
        <AnimationCaptions kind={kind} />
      </Suspense>
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
