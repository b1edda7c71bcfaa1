import { Clapperboard } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { visitorsShell } from '#app/platform/shell.ts';
import { FudebakoError } from '#core/base/errors.ts';
import { baseName } from '#core/base/files.ts';
import { errorSentence, fillIn } from '#core/locales/format.ts';
import type { VideoEncoderName } from '#core/platform/media.ts';
import { commandOfInputs } from '#core/recipes/command-line.ts';
import type { RecipeStep } from '#core/recipes/recipe.ts';
import { useCopyActions } from '../../image-tool/common-actions.ts';
import { useDocumentHistory } from '../../image-tool/history-actions.ts';
import { coreWords } from '../../locales/i18n.ts';
import { pasteStep } from '../../recipes/paste-recipe.ts';
import { useDeclaredWords } from '../../ui/fields/declared-words.ts';
import { useLargeScreen } from '../../ui/large-screen.ts';
import { ActionBar } from '../../ui/screen/ActionBar.tsx';
import { ResultFile } from '../../ui/screen/ResultFile.tsx';
import { Progress, WaitingFiles } from '../../ui/screen/StatusLine.tsx';
import { useUndoShortcuts } from '../../ui/shortcuts.ts';
import { timeText } from '../player/time-text.ts';
import { Checklist, CoverButton } from './Checklist.tsx';
import { changeName, type VideoDocument } from './document.ts';
import { fieldsOf, type MakerSettings, type VideoMaker } from './maker.ts';
import { filledMains } from './slots.ts';
import {
  captionsName,
  type FinishedVideo,
  useVideoDocument,
  type VideoOrder,
  type VideoScreenWork,
} from './video-screen-work.ts';

export function useMakerHistory({ maker, document }: VideoScreenWork) {
  const { t } = useTranslation(['app', 'media']);
  const translate = useDeclaredWords();
  useUndoShortcuts(document.undo, document.redo);
  return useDocumentHistory(document, (label) => {
    const name = changeName(label);
    if (name) return t(`media:maker.changes.${name}`);
    return Object.hasOwn(fieldsOf(maker), label) ? translate(`parameters.${maker.operation.id}.${label}`) : undefined;
  });
}

interface MakerActionsProps {
  readonly maker: VideoMaker;
  readonly screen: VideoScreenWork;
  readonly order: VideoOrder;
}

export function MakerActions({ maker, screen, order: { params, key } }: MakerActionsProps) {
  const { t } = useTranslation(['app', 'media']);
  const copyActions = useCopyActions();
  const { busy, video, restored, waiting } = screen.use();
  const files = useVideoDocument(screen);
  const isFresh = video?.key === key;
  const hasImages = Object.keys(files.slots).length > 0;
  const missing = restored ? screen.missing() : undefined;
  const reason = missing && errorSentence(new FudebakoError(missing), coreWords());
  const reasonId = useId();
  const isLarge = useLargeScreen();
  const cover = <CoverButton {...{ maker, screen }} />;
  const generating = busy?.doing === 'generating';
  const groups = [
    [
      {
        id: 'generate-mp4',
        label: generating ? t('common.generating') : t('media:maker.generate'),
        icon: Clapperboard,
        // Without audio or without any image, the stage asks for it.
        look: isFresh || !files.audio || !hasImages ? ('secondary' as const) : ('primary' as const),
        busy: generating,
        run: () => void screen.generate(encoderSetting()),
        disabled: !restored,
        reasonId: missing && reasonId,
      },
    ],
  ];
  const more = copyActions({
    recipe: () => [stepOf(maker, params, files)],
    command: () =>
      commandOfInputs(stepOf(maker, params, files), `${baseName(files.audio?.name ?? '')}.mp4`, visitorsShell()),
    // Copying is disabled until files are open, because recipe and command contain file names.
    disabled: missing !== undefined || !restored,
    paste: () =>
      pasteStep(maker.operation.id, ({ params: pasted }) => screen.changeSettings(pasted as Partial<MakerSettings>)),
  });
  return (
    <ActionBar
      groups={groups}
      waiting={false}
      more={more}
      missing={reason}
      made={
        <>
          {video && <FinishedVideoFile video={video} isStale={!isFresh} />}
          {!isLarge && cover}
        </>
      }
      isMade={isFresh}
    >
      <div className="status-line maker-status">
        {busy && <Progress busy={busy} />}
        {busy && (
          <div role="status" className="status-text">
            <WaitingFiles names={waiting} />
          </div>
        )}
        {reason && !busy && <Checklist {...{ maker, screen }}>{isLarge && cover}</Checklist>}
      </div>
      <p id={reasonId} className="sr-only">
        {reason}
      </p>
      {/* Announces the finished video to screen readers. All other visitors see the download link. */}
      <p className="sr-only" role="status">
        {video && !busy && t('common.done')}
      </p>
    </ActionBar>
  );
}

function FinishedVideoFile({ video, isStale }: { video: FinishedVideo; isStale: boolean }) {
  const { t } = useTranslation(['app', 'media']);
  const warnings = coreWords().warnings;
  return (
    <div className="maker-made">
      <ResultFile
        label={t('media:maker.download')}
        name={video.name}
        blob={video.blob}
        duration={timeText(video.durationSec)}
        isStale={isStale}
        look={isStale ? 'secondary' : 'primary'}
      />
      {video.warnings?.map((code) => (
        <p key={code} className="maker-warning">
          {warnings[code as keyof typeof warnings]}
        </p>
      ))}
      {/* The stage already shows the warnings of images, which have the image's name. */}
      {video.reported
        .filter(({ data }) => data.name === undefined)
        .map(({ code, data }) => (
          <p key={`${code} ${JSON.stringify(data)}`} className="maker-warning">
            {fillIn(warnings[code], data)}
          </p>
        ))}
    </div>
  );
}

function stepOf(maker: VideoMaker, params: Record<string, unknown>, { audio, slots, cues }: VideoDocument): RecipeStep {
  const mains = filledMains(maker, slots).map((slot) => slots[slot]?.name ?? '');
  const { start, end } = slots;
  const inputs: RecipeStep['inputs'] = {
    audio: audio?.name ?? '',
    main: maker.mainSlots === 1 ? (mains[0] ?? '') : mains,
    ...(start && { start: start.name }),
    ...(end && { end: end.name }),
    ...(cues && { captions: captionsName(audio) }),
  };
  return { operation: maker.operation.id, params, inputs };
}

const ENCODERS: readonly VideoEncoderName[] = ['webcodecs', 'ffmpeg'];

/** Returns the encoder in the URL parameter `?encoder=ffmpeg`, for browsers without an H.264 encoder. */
function encoderSetting(): VideoEncoderName | undefined {
  const wanted = new URLSearchParams(location.search).get('encoder');
  return ENCODERS.find((name) => name === wanted);
}
