import { Clapperboard } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { visitorsShell } from '#app/platform/shell.ts';
import { FudebakoError } from '#core/base/errors.ts';
import { baseName } from '#core/base/files.ts';
import type { VideoEncoderName } from '#core/platform/media.ts';
import { commandOfInputs } from '#core/recipes/command-line.ts';
import type { RecipeStep } from '#core/recipes/recipe.ts';
import type { VideoTiming } from '#core/video/plan/durations.ts';
import { errorSentence } from '#core/words/format.ts';
import { useCopyActions } from '../../image-tool/common-actions.ts';
import { useHistoryActions } from '../../image-tool/history-actions.ts';
import { coreWords } from '../../locales/i18n.ts';
import { pasteStep } from '../../recipes/paste-recipe.ts';
import { ActionBar } from '../../ui/screen/ActionBar.tsx';
import { ResultFile } from '../../ui/screen/ResultFile.tsx';
import { Progress, WaitingFiles } from '../../ui/screen/StatusLine.tsx';
import { useUndoShortcuts } from '../../ui/shortcuts.ts';
import { timeText } from '../player/time-text.ts';
import { fieldsOf, fitOf, type MakerSettings, mainIndex, type VideoMaker } from './maker.ts';
import type { FinishedVideo } from './project-document.ts';
import type { ChangeSettings } from './settings.ts';
import { filledSlots, type Slots } from './slots.ts';
import type { VideoProject } from './video-project.ts';

interface MakerActionsProps {
  readonly maker: VideoMaker;
  readonly project: VideoProject;
  readonly settings: MakerSettings;
  readonly change: ChangeSettings;
  readonly work: MakerWork;
  /** Notes in the row below the buttons, shown while no progress bar is visible. */
  readonly children: ReactNode;
}

export function MakerActions(props: MakerActionsProps) {
  const {
    maker,
    project,
    change,
    work: { params, key, isFresh },
    children,
  } = props;
  const { t } = useTranslation(['app', 'media']);
  const copyActions = useCopyActions();
  const { sound, slots, busy, video, restored, past, future, waiting } = project.use();
  const missing = restored ? project.missing() : undefined;
  const reason = missing && errorSentence(new FudebakoError(missing), coreWords());
  const reasonId = useId();
  const historyActions = useHistoryActions({
    undo: project.undo,
    redo: project.redo,
    canUndo: past.length > 0,
    canRedo: future.length > 0,
  });
  useUndoShortcuts(project.undo, project.redo);
  const generating = busy?.doing === 'generating';
  const groups = [
    historyActions,
    [
      {
        id: 'generate-mp4',
        label: generating ? t('common.generating') : t('media:maker.generate'),
        icon: Clapperboard,
        look: isFresh ? ('secondary' as const) : ('primary' as const),
        busy: generating,
        run: () => void project.generate(params, key, encoderSetting()),
        disabled: !restored,
        reasonId: missing && reasonId,
      },
    ],
  ];
  const more = copyActions({
    recipe: () => [stepOf(maker, params, sound?.file.name ?? '', slots)],
    command: () => commandForVideo(maker, params, sound?.file.name ?? '', slots),
    // Copying is disabled until files are open, because recipe and command contain file names.
    disabled: missing !== undefined || !restored,
    paste: () => pasteStep(maker.operation.id, ({ params: pasted }) => change(pasted as Partial<MakerSettings>)),
  });
  return (
    <ActionBar groups={groups} waiting={Boolean(busy)} more={more} missing={reason}>
      {reason && !busy && (
        <p id={reasonId} className="panel-note maker-needs">
          {reason}
        </p>
      )}
      {video && <FinishedVideoFile video={video} isStale={!isFresh} />}
      <div className="status-line maker-row">
        {busy && <Progress busy={busy} />}
        {busy && (
          <div role="status" className="status-text">
            <WaitingFiles names={waiting} />
          </div>
        )}
        {children}
      </div>
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
    <div className="maker-made" data-stale={isStale || undefined}>
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
    </div>
  );
}

export interface MakerWork {
  readonly params: VideoTiming & Record<string, unknown>;
  readonly key: string;
  /** True if the last video has the same parameters and files as the next video. */
  readonly isFresh: boolean;
}

export function useMakerWork(maker: VideoMaker, project: VideoProject, settings: MakerSettings): MakerWork {
  const { sound, slots, video } = project.use();
  const params = paramsOf(maker, settings, slots);
  const pictures = filledSlots(maker, slots).map((slot) => [slot, slots[slot]?.id]);
  const key = JSON.stringify([params, sound?.id, pictures]);
  return { params, key, isFresh: video?.key === key };
}

/** Returns the operation's parameters. `fitMainArray` has one entry for each main slot with an image. */
function paramsOf(maker: VideoMaker, settings: MakerSettings, slots: Slots): MakerWork['params'] {
  const fields = fieldsOf(maker);
  const mains = filledSlots(maker, slots).filter((slot) => mainIndex(slot) !== undefined);
  const all = { ...settings, fitMainArray: mains.map((slot) => fitOf(slot, settings)) };
  return Object.fromEntries(Object.entries(all).filter(([name]) => Object.hasOwn(fields, name))) as MakerWork['params'];
}

function stepOf(maker: VideoMaker, params: Record<string, unknown>, audio: string, slots: Slots): RecipeStep {
  const filled = filledSlots(maker, slots);
  const mains = filled.filter((slot) => mainIndex(slot) !== undefined).map((slot) => slots[slot]?.name ?? '');
  const { start, end } = slots;
  const inputs: RecipeStep['inputs'] = {
    audio,
    main: maker.mainSlots === 1 ? (mains[0] ?? '') : mains,
    ...(start && { start: start.name }),
    ...(end && { end: end.name }),
  };
  return { operation: maker.operation.id, params, inputs };
}

const commandForVideo = (...work: Parameters<typeof stepOf>): string =>
  commandOfInputs(stepOf(...work), `${baseName(work[2])}.mp4`, visitorsShell());

const ENCODERS: readonly VideoEncoderName[] = ['webcodecs', 'ffmpeg'];

/** Returns the encoder in the URL parameter `?encoder=ffmpeg`, for browsers without an H.264 encoder. */
function encoderSetting(): VideoEncoderName | undefined {
  const wanted = new URLSearchParams(location.search).get('encoder');
  return ENCODERS.find((name) => name === wanted);
}
