import type { CropBy } from '#core/recipes/refit.ts';
import { useDownloadAs } from '../export/use-download-as.tsx';
import { ActionBar, type BarAction } from '../ui/screen/ActionBar.tsx';
import { StatusLine } from '../ui/screen/StatusLine.tsx';
import { fileKey } from '../workers/encoded-files.ts';
import { committed, type ImageTool, type PendingWork } from './image-tool.ts';

interface ImageActionsProps {
  readonly tool: ImageTool;
  /** The tool's main action, for example Apply. Applies the pending settings. */
  readonly verb?: Pick<BarAction, 'id' | 'label' | 'short' | 'icon'>;
  readonly reset?: BarAction;
  /** Settings that aren't applied yet, which downloads and recipes include. */
  readonly pending: PendingWork | undefined;
  readonly cropBy?: CropBy;
  /** Format of the main download; PNG for an image with transparent parts. */
  readonly mainFormat?: 'jpg' | 'png';
}

export function ImageActions({ tool, verb, reset, pending, cropBy, mainFormat = 'jpg' }: ImageActionsProps) {
  const { screen, state } = tool;
  const look = pending ? ('primary' as const) : ('secondary' as const);
  const image = tool.imageWith(pending);
  const known = image && screen.written.get(fileKey(image, { format: 'jpg' }));
  const downloadAs = useDownloadAs({
    screen,
    image: () => tool.imageWith(pending),
    sourceBytes: state.image?.sourceBytes,
    download: (encoding) => void committed(pending, () => screen.download(encoding)),
    disabled: !tool.ready,
  });
  return (
    <ActionBar
      groups={[
        ...(verb ? [[{ ...verb, look, run: () => void pending?.commit(), disabled: !pending }]] : []),
        ...(reset ? [[reset]] : []),
        // The download is the main action until the tool has settings to apply.
        tool.exportActions(['jpg', 'png'], { pending, ...(!(verb && pending) && { chosen: mainFormat }) }),
      ]}
      waiting={!state.idle}
      missing={tool.missing}
      more={[...downloadAs.actions, ...tool.recipeActions(pending, cropBy)]}
    >
      <StatusLine screen={screen} expected={known && { format: 'JPG', bytes: known.blob.size }} />
      {downloadAs.dialog}
    </ActionBar>
  );
}
