import './layer.css';
import { ArrowUpDown, ClipboardPaste, FolderOpen, ImageMinus, ImagePlus, X } from 'lucide-react';
import { useId } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import { CollapsibleCard } from '../../ui/CollapsibleCard.tsx';
import { useLargeScreen } from '../../ui/large-screen.ts';
import { useObjectUrl } from '../../ui/object-url.ts';
import { FileButton } from '../../ui/screen/FileButton.tsx';
import { LoadLastButton } from '../../ui/screen/LoadLastButton.tsx';
import { type LayerId, layerIds } from './document.ts';
import { layerScreen } from './layer-screen-work.ts';
import { openBottoms } from './use-layer-files.ts';

interface LayerSourceProps {
  readonly tool: string;
  readonly tab: LayerId;
  readonly onTab: (tab: LayerId) => void;
  readonly idle: boolean;
}

/** Layers as a stack of rows, the top layer first. A press on an empty row, or a drop on any row, opens an image there. */
export function LayerSource({ tool, tab, onTab, idle }: LayerSourceProps) {
  const { t } = useTranslation(['app', 'stage']);
  const isLarge = useLargeScreen();
  const canSwap = layerScreen.use(({ layers }) => Boolean(layers.top && layers.bottom));
  const stack = (
    <Tabs
      className="tabs"
      orientation={isLarge ? 'vertical' : 'horizontal'}
      selectedKey={tab}
      onSelectionChange={(key) => onTab(key as LayerId)}
    >
      <div className="layer-stack">
        <TabList className="layer-rows" aria-label={t('layer.images')}>
          {layerIds.map((id) => (
            <LayerTab key={id} id={id} onDrop={() => onTab(id)} />
          ))}
        </TabList>
        <Button
          look="quiet"
          iconOnly
          icon={ArrowUpDown}
          onClick={layerScreen.swap}
          disabled={!canSwap}
          waiting={!idle}
          title={t('stage:layer.swap')}
        >
          {t('stage:layer.swap')}
        </Button>
      </div>
      {layerIds.map((id) => (
        <TabPanel key={id} id={id} className="tab-panel">
          <LayerRow id={id} idle={idle} onFiles={id === 'bottom' ? (files) => void openBottoms(files) : undefined} />
        </TabPanel>
      ))}
    </Tabs>
  );
  // On a phone, the layers are a strip directly below the stage.
  if (!isLarge) return <section className="card layer-card">{stack}</section>;
  return (
    <CollapsibleCard tool={tool} title={t('layer.images')} startsOpen>
      {stack}
    </CollapsibleCard>
  );
}

const useLayerName = (id: LayerId) => layerScreen.document.use(({ history }) => history.present.layers[id]?.name);

function LayerTab({ id, onDrop }: { id: LayerId; onDrop: () => void }) {
  const { t } = useTranslation();
  const name = useLayerName(id);
  const nameId = useId();
  const url = useThumbnail(id);
  return (
    <Tab id={id} className="layer-row" aria-label={t(`layer.${id}`)} aria-describedby={name && nameId}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: by keyboard, visitors use Choose File */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: arrow keys select a row without opening the file picker */}
      <span
        className="layer-slot"
        onClick={() => name === undefined && chooseImage((file) => void layerScreen.openFile(id, file))}
        onDrop={onDrop}
      >
        <span className="layer-thumbnail checkerboard">
          {url ? <img src={url} alt="" draggable={false} /> : <ImagePlus aria-hidden size={18} strokeWidth={1.5} />}
        </span>
        <span className="layer-words">
          <span className="layer-label">{t(`layer.${id}`)}</span>
          <span id={nameId} className="layer-name" title={name}>
            {name}
          </span>
        </span>
      </span>
    </Tab>
  );
}

/** Returns the URL of a small version of an open layer. */
export function useThumbnail(id: LayerId): string | undefined {
  const source = layerScreen.use(({ layers }) => layers[id]?.source.id);
  return useObjectUrl(layerScreen.thumbnails.useReady(source));
}

interface LayerRowProps {
  readonly id: LayerId;
  readonly idle: boolean;
  readonly onFiles: ((files: readonly File[]) => void) | undefined;
}

function LayerRow({ id, idle, onFiles }: LayerRowProps) {
  const { t } = useTranslation(['app', 'core']);
  const name = useLayerName(id);
  return (
    <div className="upload-row layer-buttons">
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
        iconOnly
        label={t('common.pasteImage')}
        onLoad={() => void layerScreen.openSaved(id)}
      />
      {name === undefined ? (
        <span className="upload-name">{t('common.noFileSelected')}</span>
      ) : (
        <>
          <Button icon={X} iconOnly onClick={() => layerScreen.clear(id)} waiting={!idle}>
            {t('common.clear')}
          </Button>
          {id === 'top' && (
            <Button icon={ImageMinus} iconOnly onClick={() => void layerScreen.removeBackground()} waiting={!idle}>
              {t('core:operations.remove-background.name')}
            </Button>
          )}
        </>
      )}
    </div>
  );
}

export function chooseImage(open: (file: File) => void): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = 'image/*';
  input.onchange = () => {
    for (const file of input.files ?? []) open(file);
  };
  input.click();
}
