import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionBar, type BarAction } from '../../parts/screen/ActionBar.tsx';
import { StatusLine } from '../../parts/screen/StatusLine.tsx';
import type { PendingWork, PictureTool } from './picture-tool.ts';

const DownloadAsDialog = lazy(() => import('./card/DownloadAsDialog.tsx'));

interface PictureActionsProps {
  readonly tool: PictureTool;
  /** What the tool is for. */
  readonly verb?: BarAction;
  /** Beside Undo and Redo. */
  readonly reset?: BarAction;
  /** What the settings would do, which downloads and recipes take with them. */
  readonly pending: PendingWork | undefined;
}

/** The bar of a tool that does one step at a time to a picture. */
export function PictureActions({ tool, verb, reset, pending }: PictureActionsProps) {
  const { t, ready } = useTranslation(['app', 'card']);
  const [asks, setAsks] = useState(false);
  const downloadAs = {
    id: 'download-as',
    label: t('card:downloadAs'),
    run: () => setAsks(true),
    disabled: !tool.ready,
  };
  return (
    <ActionBar
      groups={[
        ...(verb ? [[verb]] : []),
        tool.historyActions,
        ...(reset ? [[reset]] : []),
        tool.exportActions(['jpg', 'png'], { pending }),
      ]}
      waiting={!tool.state.idle}
      more={[...(ready ? [downloadAs] : []), ...tool.recipeActions(pending)]}
    >
      <StatusLine session={tool.session} />
      {asks && (
        <Suspense>
          <DownloadAsDialog tool={tool} pending={pending} onClose={() => setAsks(false)} />
        </Suspense>
      )}
    </ActionBar>
  );
}
