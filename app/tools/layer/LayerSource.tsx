import { ClipboardPaste, FolderOpen } from 'lucide-react';
import { TabPanel, Tabs } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import { CollapsibleCard } from '../../ui/CollapsibleCard.tsx';
import { FileButton } from '../../ui/screen/FileButton.tsx';
import { LoadLastButton } from '../../ui/screen/LoadLastButton.tsx';
import { TabRow } from '../../ui/screen/UploadCard.tsx';
import { DropArea } from '../../ui/stage/DropArea.tsx';
import { type LayerId, layerIds } from './document.ts';
import { layerScreen } from './layer-screen-work.ts';

interface LayerSourceProps {
  readonly tool: string;
  readonly tab: LayerId;
  readonly onTab: (tab: LayerId) => void;
  readonly idle: boolean;
  readonly openBottoms: (files: readonly File[]) => void;
}

export function LayerSource({ tool, tab, onTab, idle, openBottoms }: LayerSourceProps) {
  const { t } = useTranslation();
  return (
    <CollapsibleCard tool={tool} title={t('layer.images')}>
      <Tabs className="tabs" selectedKey={tab} onSelectionChange={(key) => onTab(key as LayerId)}>
        <TabRow label={t('layer.images')} tabs={layerIds.map((id) => ({ id, label: t(`layer.${id}`) }))} />
        {layerIds.map((id) => (
          <TabPanel key={id} id={id} className="tab-panel">
            <LayerRow id={id} idle={idle} onFiles={id === 'bottom' ? openBottoms : undefined} />
          </TabPanel>
        ))}
      </Tabs>
    </CollapsibleCard>
  );
}

interface LayerRowProps {
  readonly id: LayerId;
  readonly idle: boolean;
  readonly onFiles: ((files: readonly File[]) => void) | undefined;
}

function LayerRow({ id, idle, onFiles }: LayerRowProps) {
  const { t } = useTranslation();
  const name = layerScreen.document.use(({ history }) => history.present.layers[id]?.name);
  return (
    <div className="upload-row">
      <FileButton
        accept="image/*"
        onFile={(file) => void layerScreen.openFile(id, file)}
        onFiles={onFiles}
        icon={FolderOpen}
      >
        {t('common.chooseFile')}
      </FileButton>
      <LoadLastButton
        icon={ClipboardPaste}
        label={t('common.pasteImage')}
        onLoad={() => void layerScreen.openSaved(id)}
      />
      <Button onClick={() => layerScreen.clear(id)} disabled={name === undefined} waiting={!idle}>
        {t('common.clear')}
      </Button>
      <span className="upload-name" title={name}>
        {name ?? t('common.noFileSelected')}
      </span>
      <DropArea />
    </div>
  );
}
