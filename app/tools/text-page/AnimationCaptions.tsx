import { useTranslation } from 'react-i18next';
import { MAX_TEXT_LENGTH } from '#core/text/prepare.ts';
import { desk } from '../../desk/desk.ts';
import CaptionsEditor, { type CaptionPreview } from '../video-maker/CaptionsEditor.tsx';
import { useAnimationAudio } from './animation-audio.ts';
import { openCaptions, useCaptionSettings } from './animation-captions.ts';
import { useAnimationSettings } from './animation-settings.ts';
import { findTextPageProblem, useTextPage } from './drawn-texts.ts';
import { showReveal, useReveal } from './reveal.ts';
import { revealPlayer } from './reveal-player.ts';
import type { TextPageKind } from './text-page-kind.ts';

/** The captions of a text animation as MP4. */
export default function AnimationCaptions({ kind }: { readonly kind: TextPageKind }) {
  const { t } = useTranslation(['app', 'core', 'media']);
  const cues = desk.document.use(({ history }) => history.present.cues);
  const audio = useAnimationAudio();
  const [{ durationSec, matchAudio }] = useAnimationSettings(kind.route);
  const [settings, changeSettings] = useCaptionSettings(kind.route);
  const problem = findTextPageProblem(useTextPage(kind));
  const isShown = () => useReveal.getState().shown !== undefined;
  const isPlaying = () => revealPlayer.use.getState().playing;
  const preview: CaptionPreview = {
    played: { startSec: 0, endSec: audio && matchAudio ? audio.durationSec : durationSec },
    missing: problem && t(`core:errors.${problem}`, { max: MAX_TEXT_LENGTH }),
    now: () => (isShown() ? revealPlayer.position : (cues?.at(-1)?.end ?? 0)),
    seek(seconds) {
      if (problem) return;
      if (isShown()) revealPlayer.seek(seconds);
      else showReveal({ fromSec: seconds, plays: false });
    },
    play() {
      if (!isShown()) showReveal({ fromSec: 0, plays: true });
      else if (!isPlaying()) revealPlayer.togglePlay();
    },
    pause: () => isPlaying() && revealPlayer.togglePlay(),
  };
  return (
    <>
      <CaptionsEditor
        operation={kind.animation.id}
        {...{ cues, preview, settings, changeSettings }}
        change={(apply, joins) => desk.document.change('captions', apply, joins)}
        addFiles={([file]) => file && void openCaptions(file)}
        audioName={audio?.file.name}
      />
      <p className="panel-note">{t('media:captions.onlyMp4')}</p>
    </>
  );
}
