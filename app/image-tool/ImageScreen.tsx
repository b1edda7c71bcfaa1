import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Size } from '#core/geometry/point.ts';
import type { Warning } from '#core/platform/context.ts';
import type { RecipeStep } from '#core/recipes/recipe.ts';
import type { BatchSettings } from '../batch/batch-settings.ts';
import { LazyBatchCard, LazyBatchStrip, LazyFolderButton } from '../batch/LazyBatch.tsx';
import { isBackdrop } from '../desk/shown-image.ts';
import { Button } from '../ui/Button.tsx';
import { useLargeScreen, useRoomyStage } from '../ui/large-screen.ts';
import { SourceLine } from '../ui/screen/SourceLine.tsx';
import { ToolFrame } from '../ui/screen/ToolFrame.tsx';
import { DropTarget, EmptyStage, FloatingInvitation, StageInvitation } from '../ui/stage/DropStage.tsx';
import { Stage } from '../ui/stage/Stage.tsx';
import type { StageView } from '../ui/stage/stage-view.ts';
import { type BackgroundOptions, BlankBackgroundSource } from './BlankBackgroundSource.tsx';
import { ImagePreview } from './ImagePreview.tsx';
import type { ImageTool } from './image-tool.ts';

const EditStepsBar = lazy(() => import('../recipes/EditStepsBar.tsx'));
const PresetChips = lazy(() => import('../recipes/PresetChips.tsx'));

interface ImageScreenProps {
  readonly tool: ImageTool;
  readonly overlay?: (view: StageView) => ReactNode;
  readonly canDraw?: boolean;
  readonly actions: ReactNode;
  readonly panel: ReactNode;
  readonly preview?: ReactNode;
  /** A step that the preview already shows, although the visitor hasn't applied the step. */
  readonly pending?: PendingStep | undefined;
  readonly row?: ReactNode;
  readonly stageTools?: ReactNode;
  /** Content that takes the place of the stage. */
  readonly cover?: ReactNode;
  readonly blank?: BackgroundOptions;
  readonly tabs?: ReactNode;
  readonly warnings?: readonly Warning[];
  readonly batch?: BatchSettings;
}

interface PendingStep {
  readonly step: RecipeStep;
  readonly size: Size;
}

export function ImageScreen(props: ImageScreenProps) {
  const {
    tool,
    overlay,
    canDraw,
    actions,
    panel,
    blank,
    tabs,
    preview,
    pending,
    row,
    stageTools,
    cover,
    warnings = [],
    batch: settings,
  } = props;
  const { route, state, screen, covered, openFile, openFiles, openSaved, openSample } = tool;
  const { image } = state;
  const { t } = useTranslation();
  const listedCount = screen.document.use(({ history }) => history.present.list?.items.length);
  const isLarge = useLargeScreen();
  const hasBar = useRoomyStage();
  const [compares, setCompares] = useState(false);
  const loading = !state.idle || !state.restored;
  const isUntouched = isBackdrop(image?.source);
  // The card of a visible blank background stays mounted, so its Generate button keeps the focus.
  const hasCard = isLarge && blank !== undefined && (!image || (blank.isLive === true && 'blank' in image.source));
  const isInvited = isUntouched && blank?.invites;
  const folder = openFiles && <LazyFolderButton openFiles={openFiles} />;
  const opening = { openFile, openFiles, openSample, loading };
  const source = blank && (
    <>
      {covered && !isLarge && <CoveredImage {...covered} />}
      <BlankBackgroundSource blank={blank} tool={tool} />
      {blank.isLive && folder}
    </>
  );
  // Below the settings of a page that the visitor types on.
  const card = hasCard && <section className="card source-card">{source}</section>;
  return (
    <DropTarget onFile={openFile} onFiles={openFiles}>
      <ToolFrame
        tool={route}
        filled={image !== undefined && !isUntouched}
        empty={state.restored && !image && !blank?.isLive}
        warnings={[...(image?.info.warnings ?? []), ...warnings]}
        animation={image && tool.animation && { name: image.source.name, ...tool.animation }}
        file={
          !hasCard && (
            <SourceLine
              fileName={isUntouched ? undefined : image?.source.name}
              bytes={image?.sourceBytes}
              openFile={openFile}
              openFiles={openFiles}
              openSaved={blank ? undefined : openSaved}
              sources={source}
              source={image?.source.id}
              close={isUntouched ? undefined : screen.close}
              count={listedCount}
            />
          )
        }
        intake={
          blank?.isLive
            ? hasCard &&
              covered && (
                <section className="card source-card">
                  <CoveredImage {...covered} />
                </section>
              )
            : card
        }
        steps={
          image && (
            <Suspense>
              <EditStepsBar screen={screen} route={route} compares={compares} onCompare={setCompares} />
            </Suspense>
          )
        }
        history={tool.historyActions}
        idle={state.idle}
        stage={
          <Stage
            size={(image && pending?.size) ?? image?.info}
            busy={state.changing}
            overlay={compares ? () => <p className="compare-mark">{t('common.original')}</p> : overlay}
            canDraw={canDraw}
            row={isInvited && !hasBar ? <FloatingInvitation {...opening} /> : row}
            cover={cover}
            tools={
              isInvited && hasBar ? (
                <>
                  <StageInvitation {...opening} />
                  {stageTools}
                </>
              ) : (
                stageTools
              )
            }
            empty={<EmptyStage {...opening} more={folder} />}
          >
            {preview ?? <ImagePreview screen={screen} pending={pending?.step} />}
            {compares && <ImagePreview screen={screen} isBeginning />}
          </Stage>
        }
        presets={
          image &&
          !blank && (
            <Suspense>
              <PresetChips disabled={!state.idle} />
            </Suspense>
          )
        }
        strip={<LazyBatchStrip stage={screen} tool={route} settings={settings} idle={state.idle} />}
        actions={actions}
        tabs={tabs}
        panel={
          <>
            {panel}
            {blank?.isLive && card}
            <LazyBatchCard stage={screen} tool={route} settings={settings} idle={state.idle} />
          </>
        }
      />
    </DropTarget>
  );
}

function CoveredImage({ name, use }: NonNullable<ImageTool['covered']>) {
  const { t } = useTranslation();
  return (
    <p className="covered-image">
      <span className="upload-name">{t('common.isOpen', { name })}</span>
      <Button size="small" onClick={use}>
        {t('common.useIt')}
      </Button>
    </p>
  );
}
