import { AudioLines, FileDown, FolderArchive } from 'lucide-react';
import { useCallback, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { visitorsShell } from '#app/platform/shell.ts';
import { baseName } from '#core/base/files.ts';
import type { Field } from '#core/parameters/fields.ts';
import { commandLine } from '#core/recipes/command-line.ts';
import { useCopyActions } from '../../image-tool/common-actions.ts';
import { openSampleWith } from '../../image-tool/samples.ts';
import { useArrivals } from '../../intake/use-arrivals.ts';
import { needWords } from '../../locales/i18n.ts';
import { pasteStep } from '../../recipes/paste-recipe.ts';
import { useOperationSettings } from '../../storage/settings.ts';
import { Button } from '../../ui/Button.tsx';
import { ParameterFields } from '../../ui/fields/ParameterFields.tsx';
import { ActionBar } from '../../ui/screen/ActionBar.tsx';
import { FileButton } from '../../ui/screen/FileButton.tsx';
import { SidePanel } from '../../ui/screen/SidePanel.tsx';
import { StatusLine } from '../../ui/screen/StatusLine.tsx';
import { ToolScreen } from '../../ui/screen/ToolScreen.tsx';
import { DropTarget } from '../../ui/stage/DropStage.tsx';
import type { SoundConversion } from './conversions.ts';
import { canConvert, queueOf, type SoundItem, type SoundQueue } from './queue.ts';
import { SoundRows } from './SoundRows.tsx';
import { SoundStage } from './SoundStage.tsx';
import './sound-converter.css';

await needWords('media');

export function SoundConverter({ conversion }: { conversion: SoundConversion }) {
  const { t } = useTranslation(['app', 'core', 'media']);
  const queue = useMemo(() => queueOf(conversion), [conversion]);
  const { items, selected, busy, restored } = queue.use();
  useEffect(() => void queue.restore(), [queue]);
  const add = useCallback((file: File) => void queue.add(file), [queue]);
  const addAll = useCallback((files: readonly File[]) => files.forEach(add), [add]);
  useArrivals(conversion.tool, addAll);
  const { values, change, panel } = useSettings(conversion);
  const shown = items.find(({ id }) => id === selected) ?? items[0];
  return (
    <DropTarget onFile={add} onFiles={addAll}>
      <ToolScreen
        tool={conversion.tool}
        source={
          <section className="card source-card">
            <div className="upload-row">
              <FileButton accept={conversion.accept} onFile={add} multiple icon={AudioLines}>
                {t('media:sound.addFiles')}
              </FileButton>
              <span className="upload-name">
                {items.length > 0 ? t('media:sound.filesChosen', { count: items.length }) : t('common.noFileSelected')}
              </span>
              {items.length > 1 && (
                <Button look="quiet" onClick={() => queue.clear()} disabled={Boolean(busy)}>
                  {t('media:sound.clearAll')}
                </Button>
              )}
            </div>
          </section>
        }
        stage={
          <>
            {shown ? (
              <SoundStage key={shown.id} item={shown} />
            ) : (
              <EmptySoundStage conversion={conversion} add={add} loading={!restored} />
            )}
            {items.length > 0 && <SoundRows items={items} shown={shown?.id} queue={queue} />}
          </>
        }
        actions={<ConverterActions {...{ conversion, queue, items, change }} params={values} />}
        panel={panel}
      />
    </DropTarget>
  );
}

function ConverterActions({
  conversion: { operation, from, to },
  change,
  queue,
  items,
  params,
}: {
  conversion: SoundConversion;
  change: (values: Record<string, unknown>) => void;
  queue: SoundQueue;
  items: readonly SoundItem[];
  params: Record<string, unknown>;
}) {
  const { t } = useTranslation(['app', 'core', 'media']);
  const busy = queue.use((state) => state.busy);
  const results = items.filter(({ result }) => result).length;
  const groups = [
    [
      {
        id: 'convert',
        label: busy?.doing === 'converting' ? t('common.converting') : t('media:sound.convertAndDownload'),
        icon: FileDown,
        look: 'primary' as const,
        run: () => void queue.convertAndDownload(params),
        disabled: !items.some(({ state }) => canConvert(state)) && !busy,
      },
      ...(items.length > 1
        ? [
            {
              id: 'download-all',
              label: t('media:sound.downloadAll'),
              icon: FolderArchive,
              run: () => void queue.download(),
              disabled: results === 0,
            },
          ]
        : []),
    ],
  ];
  const recipe = [{ operation: operation.id, params }];
  const names = items.filter(({ state }) => state !== 'unreadable').map(({ file }) => file.name);
  const [name = ''] = names;
  const output = names.length === 1 ? `${baseName(name)}.${to}` : `${to}/`;
  const more = useCopyActions()({
    recipe: () => recipe,
    command: () => commandLine(recipe, names, output, visitorsShell()),
    disabled: names.length === 0,
    paste: () => pasteStep(operation.id, ({ params: pasted }) => change(pasted)),
  });
  const missing =
    items.length > 0 ? undefined : t(from === 'wav' ? 'core:errors.audioOnlyWav' : 'core:errors.audioOnlyMp3');
  const only = results === 1 ? items.find(({ result }) => result)?.result : undefined;
  return (
    <ActionBar groups={groups} waiting={Boolean(busy)} more={more} missing={missing}>
      <StatusLine session={queue} done={only && `${t('common.done')} · ${only.name}`} />
    </ActionBar>
  );
}

function useSettings({ tool, operation }: SoundConversion) {
  const { t } = useTranslation(['app', 'core', 'media']);
  const fields: Readonly<Record<string, Field>> = operation.params;
  const [values, change] = useOperationSettings<Record<string, unknown>>(tool, fields);
  const panel = (
    <SidePanel tool={tool} title={t('common.settings')} below>
      <ParameterFields
        operation={operation.id}
        fields={fields}
        values={values}
        onChange={(name, value) => change({ [name]: value })}
      />
      {tool === 'wav_to_mp3' && values.mode === 'cbr' && (
        <p className="panel-note">{t('media:sound.nearestBitrate')}</p>
      )}
      <p className="panel-note">{t('media:sound.tagsKept')}</p>
    </SidePanel>
  );
  return { values, change, panel };
}

interface EmptySoundStageProps {
  readonly conversion: SoundConversion;
  readonly add: (file: File) => void;
  readonly loading: boolean;
}

function EmptySoundStage({ conversion: { from, accept }, add, loading }: EmptySoundStageProps) {
  const { t } = useTranslation(['app', 'core', 'media']);
  return (
    <section className="stage sound-stage-empty" aria-label={t('common.preview')}>
      <div className="stage-empty" data-loading={loading || undefined}>
        <AudioLines aria-hidden size={40} strokeWidth={1.25} />
        <p className="stage-empty-title">{from === 'wav' ? t('media:sound.dropWav') : t('media:sound.dropMp3')}</p>
        <p className="stage-empty-hint">{t('media:sound.acceptsSeveral')}</p>
        <div className="action-group">
          <FileButton accept={accept} onFile={add} multiple disabled={loading}>
            {t('media:sound.openSound')}
          </FileButton>
          <Button onClick={() => void openSampleWith(`/samples/sample.${from}`, add)} disabled={loading}>
            {t('media:sound.trySample')}
          </Button>
        </div>
      </div>
    </section>
  );
}
