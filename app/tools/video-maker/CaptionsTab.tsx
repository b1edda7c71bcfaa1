import { Captions, ChevronsDownUp, Download, ListPlus, Plus, Scissors, Trash2 } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { baseName } from '#core/base/files.ts';
import { seconds } from '#core/parameters/fields.ts';
import type { Cue } from '#core/text/captions/captions.ts';
import { isOutside } from '#core/text/captions/place-captions.ts';
import { writeSrt, writeVtt } from '#core/text/captions/write-captions.ts';
import { needWords } from '../../locales/i18n.ts';
import { downloadBlob } from '../../platform/download.ts';
import { Button } from '../../ui/Button.tsx';
import { NumberField } from '../../ui/fields/NumberField.tsx';
import { FoldedSection } from '../../ui/fields/ParameterFields.tsx';
import { FileButton } from '../../ui/screen/FileButton.tsx';
import {
  addCue,
  type CueChange,
  changeCues,
  cueTimeText,
  editCue,
  linesOf,
  mergeCue,
  parseCueTime,
  removeCue,
  shiftCues,
  splitCue,
  tappedCues,
} from './captions.ts';
import { ACCEPTED_CAPTIONS } from './intake.ts';
import type { PreviewPlan } from './preview-plan.ts';
import type { PreviewPlayer } from './preview-player.ts';
import './captions.css';

await needWords('media');

interface CaptionsTabProps {
  readonly cues: readonly Cue[] | undefined;
  readonly change: ChangeCues;
  readonly addFiles: (files: readonly File[]) => void;
  /** Name of the audio file, after which saved captions are named. */
  readonly audioName: string | undefined;
  /** Part of the audio that the video plays, in seconds; undefined without audio. */
  readonly played: Played | undefined;
  /** The preview that plays the audio; undefined on a screen without one. */
  readonly preview?: Preview;
}

type Played = PreviewPlan['audio']['played'];

interface Preview {
  readonly previewPlayer: PreviewPlayer;
  readonly plan: PreviewPlan | undefined;
}

/** Number of captions that the list shows first, and that each press of “Show more” adds. */
const PAGE = 50;

const NO_CUES: readonly Cue[] = [];

/** The captions of a video: opening, typing, placing by taps, editing and saving them. */
export function CaptionsTab({ cues = NO_CUES, change, addFiles, audioName, played, preview }: CaptionsTabProps) {
  const { t } = useTranslation(['app', 'media']);
  const [shown, setShown] = useState(PAGE);
  const outside = played ? cues.filter((cue) => isOutside(cue, played)).length : 0;
  const offsetSec = preview?.plan?.audio.audioOffsetSec ?? 0;
  const show = (cue: Cue) => preview?.plan && preview.previewPlayer.seek(cue.start + offsetSec);
  const now = () => (preview ? Math.max(0, preview.previewPlayer.position - offsetSec) : lastEnd(cues));
  return (
    <div className="captions-tab">
      <div className="upload-row">
        <FileButton accept={ACCEPTED_CAPTIONS} onFiles={addFiles} multiple={false} icon={Captions}>
          {t('media:captions.open')}
        </FileButton>
        <Button iconOnly icon={Plus} onClick={() => change(addCue(now()))}>
          {t('media:captions.add')}
        </Button>
        {cues.length > 0 && (
          <Button iconOnly icon={Trash2} onClick={() => change(changeCues(() => NO_CUES))}>
            {t('media:captions.clear')}
          </Button>
        )}
        {cues.length === 0 && <p className="drop-area">{t('media:captions.drop')}</p>}
      </div>
      {preview && <TapPlacer {...{ ...preview, now, change }} />}
      {cues.length > 0 && (
        <>
          <p className="panel-note" role="status">
            {t('media:captions.count', { count: cues.length })}
          </p>
          {outside > 0 && <p className="maker-warning">{t('media:captions.outside', { count: outside })}</p>}
          <ol className="cue-list" aria-label={t('media:captions.title')}>
            {cues.slice(0, shown).map((cue, index) => (
              <CueRow
                // biome-ignore lint/suspicious/noArrayIndexKey: captions have no identity but their place
                key={index}
                {...{ cue, index, change }}
                isLast={index === cues.length - 1}
                onFocus={() => show(cue)}
              />
            ))}
          </ol>
          {cues.length > shown && (
            <Button onClick={() => setShown(shown + PAGE)}>
              {t('media:captions.more', { count: Math.min(PAGE, cues.length - shown) })}
            </Button>
          )}
          <ShiftAll change={change} />
          <SaveCaptions {...{ audioName, cues }} />
        </>
      )}
    </div>
  );
}

/** Returns the end of the last caption, in seconds. */
const lastEnd = (cues: readonly Cue[]): number => Math.max(0, ...cues.slice(-1).map(({ end }) => end));

type ChangeCues = (apply: CueChange, joins?: string) => void;

interface CueRowProps {
  readonly cue: Cue;
  readonly index: number;
  readonly isLast: boolean;
  readonly change: ChangeCues;
  readonly onFocus: () => void;
}

function CueRow({ cue, index, isLast, change, onFocus }: CueRowProps) {
  const { t } = useTranslation(['app', 'media']);
  const number = index + 1;
  return (
    <li className="cue-row" onFocus={onFocus}>
      <div className="cue-head">
        <TimeField
          label={t('media:captions.start', { number })}
          value={cue.start}
          onChange={(start) => change(editCue(index, { start }))}
        />
        <span aria-hidden>–</span>
        <TimeField
          label={t('media:captions.end', { number })}
          value={cue.end}
          onChange={(end) => change(editCue(index, { end }))}
        />
        <Button look="quiet" iconOnly icon={Scissors} onClick={() => change(splitCue(index))}>
          {t('media:captions.split', { number })}
        </Button>
        <Button look="quiet" iconOnly icon={ChevronsDownUp} disabled={isLast} onClick={() => change(mergeCue(index))}>
          {t('media:captions.merge', { number })}
        </Button>
        <Button look="quiet" iconOnly icon={Trash2} onClick={() => change(removeCue(index))}>
          {t('media:captions.remove', { number })}
        </Button>
      </div>
      <textarea
        className="field-input cue-text"
        aria-label={t('media:captions.text', { number })}
        rows={Math.min(4, cue.text.split('\n').length)}
        dir="auto"
        value={cue.text}
        onChange={({ currentTarget }) => change(editCue(index, { text: currentTarget.value }), `text ${index}`)}
      />
    </li>
  );
}

interface TimeFieldProps {
  readonly label: string;
  readonly value: number;
  readonly onChange: (seconds: number) => void;
}

/** A time such as `1:23.50`. Shows the last valid time again if the typed text is none. */
function TimeField({ label, value, onChange }: TimeFieldProps) {
  const [draft, setDraft] = useState<string>();
  const commit = () => {
    const typed = draft === undefined ? undefined : parseCueTime(draft);
    setDraft(undefined);
    if (typed !== undefined && cueTimeText(typed) !== cueTimeText(value)) onChange(typed);
  };
  return (
    <input
      className="field-input tabular cue-time"
      aria-label={label}
      inputMode="text"
      autoComplete="off"
      value={draft ?? cueTimeText(value)}
      onChange={({ currentTarget }) => setDraft(currentTarget.value)}
      onBlur={commit}
      onKeyDown={({ key, nativeEvent }) => {
        if (key === 'Enter' && !nativeEvent.isComposing) commit();
      }}
    />
  );
}

const shift = seconds({ default: 0, min: -36_000, max: 36_000, fractionDigits: 2, step: 0.1, integerDigits: 5 });

function ShiftAll({ change }: { readonly change: ChangeCues }) {
  const { t } = useTranslation(['app', 'media']);
  const [by, setBy] = useState<number>(shift.default);
  return (
    <div className="cue-shift">
      <NumberField label={t('media:captions.shift')} field={shift} value={by} onChange={setBy} live />
      <Button onClick={() => change(shiftCues(by))} disabled={by === 0}>
        {t('media:captions.shiftAll')}
      </Button>
    </div>
  );
}

interface SaveCaptionsProps extends Pick<CaptionsTabProps, 'audioName'> {
  readonly cues: readonly Cue[];
}

function SaveCaptions({ audioName = '', cues }: SaveCaptionsProps) {
  const { t } = useTranslation(['app', 'media']);
  const save = (extension: 'srt' | 'vtt') => {
    const text = extension === 'srt' ? writeSrt(cues) : writeVtt(cues);
    const type = extension === 'srt' ? 'application/x-subrip' : 'text/vtt';
    downloadBlob(new Blob([text], { type }), `${baseName(audioName) || 'captions'}.${extension}`);
  };
  return (
    <div className="upload-row">
      {(['srt', 'vtt'] as const).map((extension) => (
        <Button key={extension} icon={Download} onClick={() => save(extension)}>
          {t('media:captions.save', { format: extension.toUpperCase() })}
        </Button>
      ))}
    </div>
  );
}

interface TapPlacerProps extends Preview {
  /** Returns the playback position in seconds of the audio file. */
  readonly now: () => number;
  readonly change: ChangeCues;
}

/** Places the lines of a plain text: each tap, or press of the space key, begins the next line while the audio plays. */
function TapPlacer({ previewPlayer, plan, now, change }: TapPlacerProps) {
  const { t } = useTranslation(['app', 'media']);
  const [text, setText] = useState('');
  const [taps, setTaps] = useState<readonly number[]>();
  const button = useRef<HTMLButtonElement>(null);
  const lines = linesOf(text);
  const isTapping = taps !== undefined;
  useEffect(() => {
    if (isTapping) button.current?.focus();
  }, [isTapping]);

  const begin = () => {
    if (!previewPlayer.use.getState().playing) previewPlayer.togglePlay();
    setTaps([]);
  };
  const finish = (all: readonly number[]) => {
    if (previewPlayer.use.getState().playing) previewPlayer.togglePlay();
    setTaps(undefined);
    const placed = tappedCues(lines, all, Math.min(now(), plan?.audio.played.endSec ?? Number.POSITIVE_INFINITY));
    if (placed.length === 0) return;
    change(changeCues((cues) => [...cues, ...placed]));
    setText(lines.slice(placed.length).join('\n'));
  };
  const tap = () => {
    if (!taps) return;
    const at = now();
    // The tap after the last line ends it.
    if (taps.length === lines.length) finish(taps);
    else setTaps([...taps, at]);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') finish(taps ?? []);
    if (event.key !== ' ' || event.repeat) return;
    // A press counts when the key goes down, not when it comes up.
    event.preventDefault();
    tap();
  };
  if (taps)
    return (
      <div className="cue-taps">
        <p className="cue-line">{lines[taps.length - 1] ?? '…'}</p>
        <p className="panel-note">
          {taps.length < lines.length
            ? t('media:captions.next', { line: lines[taps.length] })
            : t('media:captions.lastLine')}
        </p>
        <div className="action-group">
          <button
            ref={button}
            type="button"
            className="button button-primary cue-tap"
            onPointerDown={tap}
            onKeyDown={onKeyDown}
            // Screen readers press without a pointer and without a key.
            onClick={({ detail }) => detail === 0 && tap()}
          >
            {t('media:captions.tap')}
          </button>
          <Button onClick={() => finish(taps)}>{t('media:captions.finish')}</Button>
        </div>
      </div>
    );
  return (
    <FoldedSection heading={t('media:captions.fromText')} isChanged={false}>
      <textarea
        className="field-input cue-text"
        aria-label={t('media:captions.lines')}
        placeholder={t('media:captions.linesHint')}
        rows={4}
        dir="auto"
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Button icon={ListPlus} onClick={begin} disabled={lines.length === 0 || !plan}>
        {t('media:captions.place')}
      </Button>
      <p className="panel-note">{plan ? t('media:captions.tapHint') : t('media:captions.needsAudio')}</p>
    </FoldedSection>
  );
}
