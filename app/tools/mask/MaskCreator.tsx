import { useNavigate } from '@remix-run/react';
import { Blend, Bookmark, Copy, Download, Layers, Scissors } from 'lucide-react';
import { useCallback, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useShallow } from 'zustand/react/shallow';
import { useCopyActions } from '../../image-tool/common-actions.ts';
import { useDocumentHistory } from '../../image-tool/history-actions.ts';
import { openSampleWith } from '../../image-tool/samples.ts';
import { useArrivals } from '../../intake/use-arrivals.ts';
import { showError } from '../../notices/error-queue.ts';
import { pasteStep } from '../../recipes/paste-recipe.ts';
import { useToolSettings } from '../../storage/settings.ts';
import { getOwnProperty } from '../../storage/stored.ts';
import { isAccepted } from '../../ui/accepted-images.ts';
import { ChoiceRow } from '../../ui/fields/ChoiceRow.tsx';
import { useDeclaredWords } from '../../ui/fields/declared-words.ts';
import { useLargeScreen } from '../../ui/large-screen.ts';
import { ActionBar } from '../../ui/screen/ActionBar.tsx';
import { SourceLine } from '../../ui/screen/SourceLine.tsx';
import { StatusLine } from '../../ui/screen/StatusLine.tsx';
import { ToolFrame } from '../../ui/screen/ToolFrame.tsx';
import { useUndoShortcuts } from '../../ui/shortcuts.ts';
import { pickFile } from '../../ui/skipped-files.ts';
import { DropTarget, EmptyStage } from '../../ui/stage/DropStage.tsx';
import { Stage } from '../../ui/stage/Stage.tsx';
import { changesImage } from '../../workers/work.ts';
import { maskSteps } from './document.ts';
import { isUnclear, MaskCoach } from './MaskCoach.tsx';
import { MaskPanel } from './MaskPanel.tsx';
import { MaskSource, type MaskTab, maskTabs } from './MaskSource.tsx';
import { MaskSurface, useUnder } from './MaskSurface.tsx';
import { MaskTools } from './MaskTools.tsx';
import { maskScreen } from './mask-screen-work.ts';
import { isSelectionTool, maskViews } from './mask-tool-settings.ts';
import { PenOverlay } from './PenOverlay.tsx';
import { useMaskTools } from './use-mask-tools.ts';
import { usePenKeys } from './use-pen-keys.ts';
import './mask.css';
import type { Size } from '#core/geometry/point.ts';
import { draftBox, type SelectionDraft, wholeSubject } from './selection-gesture.ts';
import { maskTool } from './tool.ts';

const TOOL = 'mask_creator';
const { document: mask } = maskScreen;

const FIRST_TAB: { readonly tab: MaskTab } = { tab: 'create' };
const restoreTab = (stored: object) => ({
  tab: maskTabs.find((tab) => tab === getOwnProperty(stored, 'tab')) ?? FIRST_TAB.tab,
});
async function openInLayer(): Promise<boolean> {
  try {
    const [base, file, { layerScreen }] = await Promise.all([
      maskScreen.baseFile(),
      maskScreen.file(),
      import('../layer/layer-screen-work.ts'),
    ]);
    // The layers must be restored first; otherwise the stored mask would replace the new mask.
    await layerScreen.restore();
    if (file && base) await layerScreen.openFile('top', base);
    if (file) await layerScreen.openFile('mask', file);
    return file !== undefined;
  } catch (error) {
    showError(error);
    return false;
  }
}

export function MaskCreator() {
  const { t } = useTranslation(['app', 'core', 'stage']);
  const translate = useDeclaredWords();
  const copyActions = useCopyActions();
  const [{ tab }, setTab] = useToolSettings(TOOL, 'source', FIRST_TAB, restoreTab);
  const work = mask.use(({ history }) => history.present);
  const { start, base } = work;
  const { warnings, failed } = maskScreen.pixels.use();
  const under = useUnder();
  const { idle, changing, restored } = maskScreen.use(
    useShallow(({ busy, restored }) => ({
      restored,
      idle: !busy,
      changing: !restored || (busy !== undefined && changesImage(busy)),
    })),
  );
  const tools = useMaskTools(TOOL, work);
  const { active, pen, setPen, painted, toolSettings, setToolSettings, hasPhoto, hasSubject, view } = tools;
  const changed = usePenKeys(pen, setPen, start !== undefined);
  const navigate = useNavigate();
  useEffect(() => void maskScreen.restore(), []);
  const openFile = useCallback((file: File) => maskScreen.openFile(tab === 'mask' ? tab : 'base', file), [tab]);
  useArrivals(
    TOOL,
    useCallback(
      async (files: readonly File[]) => {
        const file = pickFile(files, isAccepted);
        await maskScreen.restore();
        if (file) await openFile(file);
      },
      [openFile],
    ),
  );
  useUndoShortcuts(mask.undo, mask.redo);
  const historyActions = useDocumentHistory(mask, (label) => {
    const step = maskSteps.find((name) => name === label);
    return step && t(`stage:mask.steps.${step}`);
  });

  const ready = start !== undefined;
  // On a phone, the tool buttons move into the action bar, because a separate row would shrink the image.
  const isLarge = useLargeScreen();
  const toolRow = ready && (
    <MaskTools
      active={active}
      onChange={(tool) => setToolSettings({ tool })}
      onFind={() => void maskScreen.select(wholeSubject, true)}
      hasPhoto={hasPhoto}
      hasSubject={hasSubject}
    />
  );
  const viewRow = ready && hasPhoto && (
    <ChoiceRow
      label={t('stage:mask.view')}
      options={maskViews.map((id) => ({ id, label: t(`stage:mask.${id}`) }))}
      value={view}
      onChange={(next) => setToolSettings({ view: next })}
    />
  );
  const stretched = start && base && (base.width !== start.width || base.height !== start.height);
  const fileName = base?.name ?? start?.image?.name;
  const isShown = maskScreen.pixels.shows(work) || failed === work;
  return (
    <DropTarget onFile={(file) => void openFile(file)}>
      <ToolFrame
        tool={TOOL}
        filled={ready}
        empty={restored && !ready}
        history={historyActions}
        idle={idle}
        warnings={[...(under?.info.warnings ?? []), ...warnings.filter((warning) => !isUnclear(warning))]}
        file={
          <>
            <h2 className="sr-only">{t('stage:mask.drawOnMask')}</h2>
            {fileName !== undefined && (
              <SourceLine
                fileName={fileName}
                bytes={undefined}
                openFile={(file) => void maskScreen.openFile(base ? 'base' : 'mask', file)}
                close={maskScreen.close}
                disabled={!idle}
              />
            )}
          </>
        }
        stage={
          <>
            <p className="sr-only" role="status">
              {changed}
            </p>
            <Stage
              size={start}
              busy={changing || (ready && !isShown)}
              canDraw
              overlay={({ scale }) =>
                start && (
                  <>
                    {tools.draft && <SelectionOutline draft={tools.draft} size={start} />}
                    <PenOverlay
                      scale={scale}
                      size={start}
                      widthPx={isSelectionTool(active) ? 0 : pen.widthPx}
                      begin={tools.begin}
                      idle={idle}
                    />
                    {idle && !tools.draft && (
                      <MaskCoach
                        active={active}
                        isUntouched={tools.isUntouched}
                        onTool={(tool) => setToolSettings({ tool })}
                      />
                    )}
                  </>
                )
              }
              empty={
                <EmptyStage
                  openFile={(file) => void openFile(file)}
                  openSample={() => void openSampleWith(maskTool.samples[0], openFile)}
                  loading={!idle || !restored}
                />
              }
              row={isLarge && toolRow}
              tools={isLarge ? viewRow : toolRow}
            >
              <MaskSurface look={tools.look} />
            </Stage>
          </>
        }
        actions={
          <ActionBar
            missing={ready ? undefined : t('core:errors.imageRequired')}
            groups={[
              [
                {
                  id: 'invert',
                  label: translate('parameters.make-mask.invert'),
                  icon: Blend,
                  iconOnly: true,
                  run: maskScreen.invert,
                  disabled: !ready,
                },
              ],
              [
                {
                  id: 'download-cut-out',
                  label: t('stage:mask.downloadCutOut'),
                  icon: Scissors,
                  look: hasPhoto || !ready ? 'primary' : undefined,
                  run: () => void maskScreen.downloadCutOut(),
                  disabled: !ready || !hasPhoto,
                },
                {
                  id: 'download-png',
                  label: t('stage:mask.downloadMask'),
                  short: t('stage:mask.maskPng'),
                  icon: Download,
                  look: ready && !hasPhoto ? 'primary' : undefined,
                  run: () => void maskScreen.download(),
                  disabled: !ready,
                },
                {
                  id: 'use-in-layer',
                  label: t('stage:mask.useInLayer'),
                  icon: Layers,
                  run: () => void openInLayer().then((opened) => opened && navigate('/layer')),
                  disabled: !ready,
                },
                {
                  id: 'save-base',
                  label: t('stage:mask.saveBase'),
                  icon: Bookmark,
                  run: () => void maskScreen.saveBase(),
                  disabled: !ready,
                },
                {
                  id: 'save-mask',
                  label: t('stage:mask.saveMask'),
                  icon: Bookmark,
                  run: () => void maskScreen.saveMask(),
                  disabled: !ready,
                },
                {
                  id: 'copy-image',
                  label: t('common.copyImage'),
                  icon: Copy,
                  iconOnly: true,
                  run: () => void maskScreen.copy(),
                  disabled: !ready,
                },
              ],
            ]}
            waiting={!idle}
            more={copyActions({
              recipe: maskScreen.recipe,
              command: maskScreen.command,
              disabled: !ready,
              paste: () => pasteStep('make-mask', maskScreen.paste),
              pasteDisabled: !idle,
            })}
          >
            <StatusLine screen={maskScreen} />
          </ActionBar>
        }
        panel={
          <>
            <MaskPanel
              tool={TOOL}
              viewRow={!isLarge && viewRow}
              active={active}
              pen={pen}
              onPen={setPen}
              toolSettings={toolSettings}
              onToolSettings={setToolSettings}
              edges={painted}
              hasSelection={painted.selections.length > 0}
              hasSubject={hasSubject}
              stretched={stretched ? base : undefined}
            />
            <MaskSource tool={TOOL} tab={tab} onTab={(next) => setTab({ tab: next })} idle={idle} />
          </>
        }
      />
    </DropTarget>
  );
}

interface SelectionOutlineProps {
  readonly draft: SelectionDraft;
  readonly size: Size;
}

function SelectionOutline({ draft: { kind, points }, size }: SelectionOutlineProps) {
  return (
    <svg
      className="selection-outline"
      viewBox={`0 0 ${size.width} ${size.height}`}
      preserveAspectRatio="none"
      aria-hidden
    >
      {/* A light line over a dark line is visible on every image. */}
      {(['selection-dark', 'selection-light'] as const).map((look) => (
        <Outline key={look} kind={kind} points={points} className={look} />
      ))}
    </svg>
  );
}

function Outline({ kind, points, className }: SelectionDraft & { readonly className: string }) {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || kind === 'wand') return null;
  if (kind === 'lasso')
    return <polygon className={className} points={points.map(({ x, y }) => `${x},${y}`).join(' ')} />;
  const { left, top, right, bottom } = draftBox(first, last);
  if (kind === 'ellipse') {
    const [radiusX, radiusY] = [(right - left) / 2, (bottom - top) / 2];
    return <ellipse className={className} cx={left + radiusX} cy={top + radiusY} rx={radiusX} ry={radiusY} />;
  }
  return <rect className={className} x={left} y={top} width={right - left} height={bottom - top} />;
}
