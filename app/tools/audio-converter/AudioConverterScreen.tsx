import { AudioLines, FileDown, FolderArchive } from 'lucide-react';
import { useCallback, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { visitorsShell } from '#app/platform/shell.ts';
import { baseName } from '#core/base/files.ts';
import type { Field } from '#core/parameters/fields.ts';
import { commandLine } from '#core/recipes/command-line.ts';
import type { AudioPart } from '#core/video/audio-file/part.ts';
import { useCopyActions } from '../../image-tool/common-actions.ts';
import { useDocumentHistory } from '../../image-tool/history-actions.ts';
import { openSampleWith } from '../../image-tool/samples.ts';
import { useArrivals } from '../../intake/use-arrivals.ts';
import { needWords } from '../../locales/i18n.ts';
import { pasteStep } from '../../recipes/paste-recipe.ts';
import { useOperationSettings } from '../../storage/settings.ts';
import { Button } from '../../ui/Button.tsx';
import { ParameterFields } from '../../ui/fields/ParameterFields.tsx';
import { useMediumScreen } from '../../ui/large-screen.ts';
import { ActionBar } from '../../ui/screen/ActionBar.tsx';
import { FileButton } from '../../ui/screen/FileButton.tsx';
import { SidePanel } from '../../ui/screen/SidePanel.tsx';
import { LeadLine } from '../../ui/screen/StageLead.tsx';
import { StatusLine } from '../../ui/screen/StatusLine.tsx';
import { ToolFrame } from '../../ui/screen/ToolFrame.tsx';
import { useUndoShortcuts } from '../../ui/shortcuts.ts';
import { DropTarget } from '../../ui/stage/DropStage.tsx';
import { AudioRows, warningsOf } from './AudioRows.tsx';
import { AudioStage } from './AudioStage.tsx';
import type { AudioConversion } from './conversions.ts';
import { type AudioConverter, canConvert, converterOf, fileState } from './converter.ts';
import { type AudioFile, changeName } from './document.ts';
import { JoinButton } from './JoinButton.tsx';
import './audio-converter.css';

await needWords('media');

export function AudioConverterScreen({ conversion }: { conversion: AudioConversion }) {
  const { t } = useTranslation(['app', 'core', 'media']);
  const hasRoom = useMediumScreen();
  const converter = useMemo(() => converterOf(conversion), [conversion]);
  const { list } = converter;
  const restored = list.use((state) => state.restored);
  const { files } = list.use((state) => state.history.present);
  const selected = converter.use((state) => state.selected);
  const isBusy = converter.use(({ busy }) => busy !== undefined);
  useEffect(() => void list.restore(), [list]);
  const addAll = useCallback((added: readonly File[]) => converter.add(added), [converter]);
  const add = useCallback((file: File) => converter.add([file]), [converter]);
  useUndoShortcuts(list.undo, list.redo);
  useArrivals(conversion.tool, addAll);
  const history = useDocumentHistory(list, (label) => {
    const name = changeName(label);
    return name && t(`media:sound.changes.${name}`);
  });
  const { values, change, panel } = useSettings(conversion, files.length > 0);
  const convertsAny = !conversion.from;
  // A part belongs to the files of the list. The next files start whole.
  const isPartLeft = convertsAny && restored && files.length === 0 && (values.from ?? values.to) !== undefined;
  useEffect(() => {
    if (isPartLeft) change({ from: undefined, to: undefined });
  }, [isPartLeft, change]);
  const contents = converter.contents.use(({ values }) => values);
  const shown =
    files.find(({ id }) => id === selected) ??
    files.findLast(({ id }) => contents.get(id)?.state !== 'failed') ??
    files.at(-1);
  return (
    <DropTarget onFile={add} onFiles={addAll}>
      <ToolFrame
        tool={conversion.tool}
        filled={files.length > 0}
        history={history}
        idle={!isBusy}
        file={
          <div className="source-line" data-named={files.length > 0 || undefined}>
            {files.length > 0 && (
              <p className="source-file sound-count">
                <span className="upload-name" title={t('media:sound.filesChosen', { count: files.length })}>
                  {t('media:sound.filesChosen', { count: files.length })}
                </span>
              </p>
            )}
            <FileButton
              accept={conversion.accept}
              onFile={add}
              multiple
              icon={AudioLines}
              iconOnly={!hasRoom}
              look={files.length > 0 ? 'quiet' : 'secondary'}
            >
              {t('media:sound.addFiles')}
            </FileButton>
            {files.length > 1 && (
              <Button look="quiet" onClick={converter.clear} disabled={isBusy}>
                {t('media:sound.clearAll')}
              </Button>
            )}
          </div>
        }
        stage={
          shown ? (
            <AudioStage
              key={shown.id}
              file={shown}
              converter={converter}
              part={convertsAny ? { part: values as AudioPart, change } : undefined}
            />
          ) : (
            <EmptyAudioStage conversion={conversion} add={add} loading={!restored} />
          )
        }
        tabs={
          <>
            <AudioRows files={files} shown={shown?.id} converter={converter} />
            {convertsAny && files.length > 1 && <JoinButton converter={converter} settings={values} />}
          </>
        }
        actions={<ConverterActions {...{ conversion, converter, files, change }} params={values} />}
        panel={panel}
      />
    </DropTarget>
  );
}

function ConverterActions({
  conversion: { operation, from, to },
  change,
  converter,
  files,
  params,
}: {
  conversion: AudioConversion;
  change: (values: Record<string, unknown>) => void;
  converter: AudioConverter;
  files: readonly AudioFile[];
  params: Record<string, unknown>;
}) {
  const { t } = useTranslation(['app', 'core', 'media']);
  const { busy, conversions, joined } = converter.use();
  const contents = converter.contents.use(({ values }) => values);
  const states = files.map(({ id }) => fileState(contents.get(id) ?? { state: 'loading' }, conversions[id]));
  const results = files.flatMap(({ id }) => conversions[id]?.result ?? []);
  const groups = [
    [
      {
        id: 'convert',
        label: busy?.doing === 'converting' ? t('common.converting') : t('media:sound.convertAndDownload'),
        icon: FileDown,
        look: files.length > 0 ? ('primary' as const) : undefined,
        run: () => void converter.convertAndDownload(params),
        disabled: !states.some(canConvert) && !busy,
      },
      ...(files.length > 1
        ? [
            {
              id: 'download-all',
              label: t('media:sound.downloadAll'),
              icon: FolderArchive,
              run: () => void converter.download(),
              disabled: results.length === 0,
            },
          ]
        : []),
    ],
  ];
  const recipe = [{ operation: operation.id, params }];
  const names = files.filter((_, index) => states[index] !== 'unreadable').map(({ name }) => name);
  const [name = ''] = names;
  const output = names.length === 1 ? `${baseName(name)}.${to(params)}` : `${to(params)}/`;
  const more = useCopyActions()({
    recipe: () => recipe,
    command: () => commandLine(recipe, names, output, visitorsShell()),
    disabled: names.length === 0,
    paste: () => pasteStep(operation.id, ({ params: pasted }) => change(pasted)),
  });
  const missing =
    files.length > 0
      ? undefined
      : from
        ? t(from.extension === 'wav' ? 'core:errors.audioOnlyWav' : 'core:errors.audioOnlyMp3')
        : t('media:sound.dropAny');
  const only = joined ?? (results.length === 1 ? results[0] : undefined);
  const done = only && [`${t('common.done')} · ${only.name}`, ...(joined ? warningsOf(joined) : [])].join(' ');
  return (
    <ActionBar groups={groups} waiting={Boolean(busy)} more={more} missing={missing}>
      <StatusLine screen={converter} done={done} />
    </ActionBar>
  );
}

const PART = { from: 'once a file is open', to: 'once a file is open' };

function useSettings({ tool, operation }: AudioConversion, hasFiles: boolean) {
  const { t } = useTranslation(['app', 'core', 'media']);
  const fields: Readonly<Record<string, Field>> = operation.params;
  const [values, change] = useOperationSettings<Record<string, unknown>>(tool, fields);
  const panel = (
    <SidePanel tool={tool} startsOpen>
      <ParameterFields
        operation={operation.id}
        fields={fields}
        values={values}
        onChange={(name, value) => change({ [name]: value })}
        elsewhere={hasFiles ? undefined : PART}
      />
      {tool === 'wav_to_mp3' && values.mode === 'cbr' && (
        <p className="panel-note">{t('media:sound.nearestBitrate')}</p>
      )}
      <p className="panel-note">{t('media:sound.tagsKept')}</p>
    </SidePanel>
  );
  return { values, change, panel };
}

interface EmptyAudioStageProps {
  readonly conversion: AudioConversion;
  readonly add: (file: File) => void;
  readonly loading: boolean;
}

function EmptyAudioStage({ conversion: { from, accept, sample }, add, loading }: EmptyAudioStageProps) {
  const { t } = useTranslation(['app', 'core', 'media']);
  return (
    <section className="stage" aria-label={t('common.preview')}>
      <div className="stage-empty" data-loading={loading || undefined}>
        <AudioLines aria-hidden size={40} strokeWidth={1.25} />
        <LeadLine />
        <p className="stage-empty-title">
          {!from
            ? t('media:sound.dropAny')
            : from.extension === 'wav'
              ? t('media:sound.dropWav')
              : t('media:sound.dropMp3')}
        </p>
        <p className="stage-empty-hint">{t('media:sound.acceptsSeveral')}</p>
        <div className="action-group">
          <FileButton accept={accept} onFile={add} multiple look="primary" disabled={loading}>
            {t('media:sound.openAudio')}
          </FileButton>
          <Button onClick={() => void openSampleWith(sample, add)} disabled={loading}>
            {t('media:sound.trySample')}
          </Button>
        </div>
      </div>
    </section>
  );
}
