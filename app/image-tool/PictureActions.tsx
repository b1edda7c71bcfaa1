import type { CropBy } from '#core/recipes/refit.ts';
import { useDownloadAs } from '../export/use-download-as.tsx';
import { ActionBar, type BarAction } from '../ui/screen/ActionBar.tsx';
import { StatusLine } from '../ui/screen/StatusLine.tsx';
import { committed, type PendingWork, type PictureTool } from './picture-tool.ts';

interface PictureActionsProps {
  readonly tool: PictureTool;
  /** The tool's main action, for example Apply. Applies the pending settings. */
  readonly verb?: Pick<BarAction, 'id' | 'label' | 'short' | 'icon'>;
  readonly reset?: BarAction;
  /** Settings that aren't applied yet, which downloads and recipes include. */
  readonly pending: PendingWork | undefined;
  readonly cropBy?: CropBy;
}

export function PictureActions({ tool, verb, reset, pending, cropBy }: PictureActionsProps) {
  const { session, state } = tool;
  const look = pending ? ('primary' as const) : ('secondary' as const);
  const downloadAs = useDownloadAs({
    session,
    picture: () => tool.pictureWith(pending),
    sourceBytes: state.picture?.sourceBytes,
    download: (encoding) => void committed(pending, () => session.download(encoding)),
    disabled: !tool.ready,
  });
  return (
    <ActionBar
      groups={[
        ...(verb ? [[{ ...verb, look, run: () => void pending?.commit(), disabled: !pending }]] : []),
        tool.historyActions,
        ...(reset ? [[reset]] : []),
        // The download is the main action until the tool has settings to apply.
        tool.exportActions(['jpg', 'png'], { pending, ...(!(verb && pending) && { chosen: 'jpg' }) }),
      ]}
      waiting={!state.idle}
      missing={tool.missing}
      more={[...downloadAs.actions, ...tool.recipeActions(pending, cropBy)]}
    >
      <StatusLine session={session} />
      {downloadAs.dialog}
    </ActionBar>
  );
}
