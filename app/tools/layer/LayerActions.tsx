import { Bookmark, Copy, Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { LayerParameters } from '#core/image/layer.ts';
import { layer } from '#core/operations/layer.ts';
import { restoreValues } from '#core/parameters/parse.ts';
import { useDownloadAs } from '../../export/use-download-as.tsx';
import { useCopyActions } from '../../image-tool/common-actions.ts';
import { pasteStep } from '../../recipes/paste-recipe.ts';
import { ActionBar } from '../../ui/screen/ActionBar.tsx';
import { StatusLine } from '../../ui/screen/StatusLine.tsx';
import { layerScreen } from './layer-screen-work.ts';

interface LayerActionsProps {
  readonly params: LayerParameters;
  readonly change: (change: Partial<LayerParameters>) => void;
  readonly ready: boolean;
  readonly idle: boolean;
}

export function LayerActions({ params, change, ready, idle }: LayerActionsProps) {
  const { t } = useTranslation();
  const copyActions = useCopyActions();
  const downloadAs = useDownloadAs({
    screen: layerScreen,
    image: () => layerScreen.image(params),
    download: (encoding) => void layerScreen.download(encoding, params),
    disabled: !ready,
  });
  return (
    <ActionBar
      missing={ready ? undefined : t('core:errors.imageRequired')}
      groups={[
        [
          {
            id: 'download-jpg',
            label: t('common.downloadJpg'),
            icon: Download,
            run: () => void layerScreen.download({ format: 'jpg' }, params),
            disabled: !ready,
          },
          {
            id: 'download-png',
            label: t('common.downloadPng'),
            icon: Download,
            look: ready ? 'primary' : undefined,
            run: () => void layerScreen.download({ format: 'png' }, params),
            disabled: !ready,
          },
          {
            id: 'save',
            label: t('common.saveForLater'),
            icon: Bookmark,
            iconOnly: true,
            run: () => void layerScreen.save(params),
            disabled: !ready,
          },
          {
            id: 'copy-image',
            label: t('common.copyImage'),
            icon: Copy,
            iconOnly: true,
            run: () => void layerScreen.copy(params),
            disabled: !ready,
          },
        ],
      ]}
      waiting={!idle}
      more={[
        ...downloadAs.actions,
        ...copyActions({
          recipe: () => layerScreen.recipe(params),
          command: () => layerScreen.command(params),
          disabled: !ready,
          paste: () =>
            pasteStep('layer', ({ params: pasted }) =>
              change(restoreValues(layer.params, pasted) as Partial<LayerParameters>),
            ),
        }),
      ]}
    >
      <StatusLine screen={layerScreen} />
      {downloadAs.dialog}
    </ActionBar>
  );
}
