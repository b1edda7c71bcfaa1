import { Captions, ChevronsDownUp, Download, ListPlus, Plus, Scissors, Trash2 } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { baseName } from '#core/base/files.ts';
import type { OperationId } from '#core/operations/index.ts';
import { seconds } from '#core/parameters/fields.ts';
import { type CaptionParameters, captionParameters } from '#core/text/captions/caption-style.ts';
import type { Cue } from '#core/text/captions/captions.ts';
import { type CaptionedVideo, isOutside } from '#core/text/captions/place-captions.ts';
import { writeSrt, writeVtt } from '#core/text/captions/write-captions.ts';
import { needWords } from '../../locales/i18n.ts';
import { downloadBlob } from '../../platform/download.ts';
import { Button } from '../../ui/Button.tsx';
import { NumberField } from '../../ui/fields/NumberField.tsx';
import { FoldedSection, ParameterFields } from '../../ui/fields/ParameterFields.tsx';
import { FileButton } from '../../ui/screen/FileButton.tsx';
import { CaptionStyleFields } from './CaptionStyleFields.tsx';
import {
  addCue,
  type CueChange,
  changeCues,
  cueTimeText,
  editCue,
  freeTime,
  linesOf,
  mergeCue,
  parseCueTime,
  removeCue,
  shiftCues,
  splitCue,
  tappedCues,
} from './captions.ts';
import { ACCEPTED_CAPTIONS } from './intake.ts';
import './captions.css';

await needWords('media');

interface CaptionsEditorProps {
  readonly operation: OperationId;
  readonly cues: readonly Cue[] | undefined;
  readonly change: ChangeCues;
  readonly addFiles: (files: readonly File[]) => void;
  /** Name of the audio file, after which saved captions are named. */
  readonly audioName: string | undefined;
  readonly preview: CaptionPreview;
  readonly settings: CaptionParameters;
  /** Called with changed settings, and the path of the control that has changed them. */
  readonly changeSettings: (change: Partial<CaptionParameters>, control: string) => void;
}

/** Plays the video for which captions are placed. Times are in seconds of the audio file. */
export interface CaptionPreview {
  /** Part of the audio that the video plays; undefined without audio. */
  readonly played: CaptionedVideo['played'] | undefined;
  /** What is missing for playing; undefined if the video can be played. */
  readonly missing: string | undefined;
  now(): number;
  seek(seconds: number): void;
  play(): void;
  pause(): void;
}

const { captionsAs } = captionParameters;

/** Number of captions that the list shows first, and that each press of “Show more” adds. */
const PAGE = 50;

/** Seconds into a caption that its first frame doesn't exceed: videos round its start to a frame. */
const INSIDE_SEC = 0.1;

const NO_CUES: readonly Cue[] = [];

/** The captions of a video: opening, typing, placing by taps, editing, styling and saving them. */
export default function CaptionsEditor(props: CaptionsEditorProps) {
  const { operation, cues = NO_CUES, change, addFiles, audioName, preview, settings, changeSettings } = props;
  const { t } = useTranslation(['app', 'media']);
  const [shown, setShown] = useState(PAGE);
  const { played } = preview;
  const outside = played ? cues.filter((cue) => isOutside(cue, played)).length : 0;
  const list = useRef<HTMLOListElement>(null);
  const add = () => {
    const at = freeTime(cues, preview.now());
    flushSync(() => change(addCue(at)));
    const index = cues.filter(({ start }) => start <= at).length;
    list.current?.querySelectorAll<HTMLElement>('.cue-text')[index]?.focus();
  };
  /** Shows a caption, so that a change of the style is visible. */
  const showAny = () => {
    const now = preview.now();
    const cue =
      cues.find(({ start, end }) => start <= now && now < end) ?? cues.find(({ end }) => end > now) ?? cues[0];
    if (cue) preview.seek(Math.max(cue.start, Math.min(now, cue.end)));
  };
  return (
    <div className="captions-editor">
      <div className="upload-row">
        <FileButton accept={ACCEPTED_CAPTIONS} onFiles={addFiles} multiple={false} icon={Captions}>
          {t('media:captions.open')}
        </FileButton>
        <Button iconOnly icon={Plus} onClick={add}>
          {t('media:captions.add')}
        </Button>
        {cues.length > 0 && (
          <Button iconOnly icon={Trash2} onClick={() => change(changeCues(() => NO_CUES))}>
            {t('media:captions.clear')}
          </Button>
        )}
        {cues.length === 0 && <p className="drop-area">{t('media:captions.drop')}</p>}
      </div>
      <TapPlacer {...{ preview, change }} />
      {cues.length > 0 && (
        <>
          <p className="sr-only" role="status">
            {t('media:captions.count', { count: cues.length })}
          </p>
          {outside > 0 && <p className="maker-warning">{t('media:captions.outside', { count: outside })}</p>}
          <ol ref={list} className="cue-list" aria-label={t('media:captions.title')}>
            {cues.slice(0, shown).map((cue, index) => (
              <CueRow
                // biome-ignore lint/suspicious/noArrayIndexKey: captions have no identity but their place
                key={index}
                {...{ cue, index, change }}
                isLast={index === cues.length - 1}
                onFocus={() => preview.seek(Math.min(cue.start + INSIDE_SEC, (cue.start + cue.end) / 2))}
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
          <ParameterFields
            operation={operation}
            fields={{ captionsAs }}
            section="captions"
            values={{ ...settings }}
            onChange={(name, value) => changeSettings({ [name]: value }, name)}
          />
          <CaptionStyleFields
            {...{ operation, cues }}
            style={settings.captionStyle}
            onChange={(captionStyle, control) => {
              changeSettings({ captionStyle }, control);
              showAny();
            }}
          />
        </>
      )}
    </div>
  );
}

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

interface SaveCaptionsProps extends Pick<CaptionsEditorProps, 'audioName'> {
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

type TapPlacerProps = Pick<CaptionsEditorProps, 'preview' | 'change'>;

/** Places the lines of a plain text: each tap, or press of the space key, begins the next line while the audio plays. */
function TapPlacer({ preview, change }: TapPlacerProps) {
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
    preview.play();
    setTaps([]);
  };
  const finish = (all: readonly number[]) => {
    preview.pause();
    setTaps(undefined);
    const lastSec = Math.min(preview.now(), preview.played?.endSec ?? Number.POSITIVE_INFINITY);
    const placed = tappedCues(lines, all, lastSec);
    if (placed.length === 0) return;
    change(changeCues((cues) => [...cues, ...placed]));
    setText(lines.slice(placed.length).join('\n'));
  };
  const tap = () => {
    if (!taps) return;
    const at = preview.now();
    // Until the audio plays, time stands still, and a line would have no length.
    if (at <= (taps.at(-1) ?? -1)) return;
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
      <Button icon={ListPlus} onClick={begin} disabled={lines.length === 0 || preview.missing !== undefined}>
        {t('media:captions.place')}
      </Button>
      <p className="panel-note">{preview.missing ?? t('media:captions.tapHint')}</p>
    </FoldedSection>
  );
}
