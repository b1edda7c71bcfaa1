import { useNavigate } from '@remix-run/react';
import { Camera, Pencil, Scissors } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fillIn } from '#core/locales/format.ts';
import { extractClip } from '#core/operations/extract-clip.ts';
import { clipFormats, MAX_ANIMATED_CLIP_SECONDS } from '#core/video/clip/formats.ts';
import { forwardFiles } from '../../intake/arrivals.ts';
import { coreWords } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { ChoiceRow } from '../../ui/fields/ChoiceRow.tsx';
import { useDeclaredWords } from '../../ui/fields/declared-words.ts';
import { NumberField } from '../../ui/fields/NumberField.tsx';
import { formatBytes } from '../../ui/format-bytes.ts';
import { Progress } from '../../ui/screen/StatusLine.tsx';
import type { PlayerController } from './player-controller.ts';
import {
  CLIP_STEP_SEC,
  type Clip,
  clipAudioFormats,
  extractFrame,
  isVideoClip,
  milliseconds,
  saveClip,
  saveFrame,
  useClipPart,
  useSaving,
} from './saving.ts';

/** Tool that opens a frame for editing. */
const EDITOR = 'format_converter';

export function SaveSection({ controller }: { readonly controller: PlayerController }) {
  const { t } = useTranslation(['app', 'media']);
  const navigate = useNavigate();
  const file = controller.use((state) => (state.loaded ? state.file : undefined));
  const busy = useSaving((state) => state.busy);
  if (!file) return null;
  const save = async () => saveFrame(file, await controller.frameTime());
  const edit = async () => {
    const frame = await extractFrame(file, await controller.frameTime());
    if (!frame) return;
    forwardFiles({ route: EDITOR, files: [frame], method: 'drop' });
    navigate(`/${EDITOR}`);
  };
  return (
    <section className="player-save" aria-labelledby="player-save-title">
      <h3 id="player-save-title" className="field-label">
        {t('media:player.save.title')}
      </h3>
      <div className="action-group">
        <Button icon={Camera} onClick={() => void save()} waiting={busy !== undefined}>
          {t('media:player.save.frame')}
        </Button>
        <Button icon={Pencil} onClick={() => void edit()} waiting={busy !== undefined}>
          {t('media:player.save.edit')}
        </Button>
      </div>
      <ClipFields key={file.name} controller={controller} file={file} />
      {busy && <Progress busy={busy} />}
      <Saved video={file} />
    </section>
  );
}

interface ClipFieldsProps {
  readonly controller: PlayerController;
  readonly file: File;
}

function ClipFields({ controller, file }: ClipFieldsProps) {
  const { t } = useTranslation(['app', 'media']);
  const translate = useDeclaredWords();
  const duration = controller.use((state) => state.duration);
  const hasAudio = controller.use((state) => state.details?.audio !== undefined);
  const busy = useSaving((state) => state.busy);
  const [{ from, to: chosenTo }, change] = useClipPart(file);
  const [format, setFormat] = useState<Clip['format']>('mp4');
  const end = Number.isFinite(duration) ? milliseconds(duration) : from + MAX_ANIMATED_CLIP_SECONDS;
  const to = chosenTo ?? end;
  const isTooLong = format !== 'mp4' && isVideoClip(format) && to - from > MAX_ANIMATED_CLIP_SECONDS;
  const problem =
    to <= from
      ? t('media:player.save.order')
      : isTooLong
        ? t('media:player.save.tooLong', { seconds: MAX_ANIMATED_CLIP_SECONDS })
        : undefined;
  const times = [
    {
      id: 'from',
      value: from,
      set: (from: number) => change({ from }),
      label: t('media:player.save.from'),
      here: t('media:player.save.fromHere'),
    },
    {
      id: 'to',
      value: to,
      set: (to: number) => change({ to }),
      label: t('media:player.save.to'),
      here: t('media:player.save.toHere'),
    },
  ] as const;
  return (
    <>
      <div className="field-grid">
        {times.map(({ id, value, set, label, here }) => (
          <div key={id} className="player-time">
            <NumberField
              label={label}
              field={{ ...extractClip.params[id], step: CLIP_STEP_SEC }}
              value={value}
              onChange={set}
              max={end}
            />
            <Button size="small" onClick={async () => set(milliseconds(await controller.frameTime()))}>
              {here}
            </Button>
          </div>
        ))}
      </div>
      <ChoiceRow
        label={translate('parameters.extract-clip.format')}
        options={[
          ...clipFormats.map((id) => ({ id, label: translate(`choices.extract-clip.format.${id}`) })),
          ...(hasAudio ? clipAudioFormats : []).map((id) => ({ id, label: id.toUpperCase() })),
        ]}
        value={format}
        onChange={setFormat}
      />
      {problem && <p className="panel-note">{problem}</p>}
      <Button
        icon={Scissors}
        onClick={() => void saveClip(file, { from, to, format })}
        disabled={problem !== undefined}
        waiting={busy !== undefined}
      >
        {t('media:player.save.clip')}
      </Button>
    </>
  );
}

function Saved({ video }: { readonly video: File }) {
  const { i18n } = useTranslation();
  const saved = useSaving((state) => (state.saved?.video === video ? state.saved : undefined));
  const sentences = saved?.warnings.map(({ code, data }) => fillIn(coreWords().warnings[code], data)) ?? [];
  return (
    <div role="status" className="panel-note">
      {saved &&
        [`${saved.name} · ${formatBytes(saved.bytes, i18n.language)}`, ...sentences].map((text) => (
          <p key={text}>{text}</p>
        ))}
    </div>
  );
}
