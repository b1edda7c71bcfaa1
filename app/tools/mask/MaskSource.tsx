import { FolderOpen } from 'lucide-react';
import { useState } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { makeMask } from '#core/operations/make-mask.ts';
import { restoreValues } from '#core/parameters/parse.ts';
import { useToolSettings } from '../../storage/settings.ts';
import { getOwnProperty } from '../../storage/stored.ts';
import { ACCEPTED_PICTURES } from '../../ui/accepted-pictures.ts';
import { Button } from '../../ui/Button.tsx';
import { CollapsibleCard } from '../../ui/CollapsibleCard.tsx';
import { useDeclaredWords } from '../../ui/fields/declared-words.ts';
import { NumberField } from '../../ui/fields/NumberField.tsx';
import { FileButton } from '../../ui/screen/FileButton.tsx';
import { LoadLastButton } from '../../ui/screen/LoadLastButton.tsx';
import { DropArea } from '../../ui/stage/DropArea.tsx';
import { maskSession } from './mask-session.ts';

export const maskTabs = ['create', 'mask', 'base'] as const;
export type MaskTab = (typeof maskTabs)[number];

interface MaskSourceProps {
  readonly tool: string;
  readonly tab: MaskTab;
  readonly onTab: (tab: MaskTab) => void;
  readonly idle: boolean;
}

export function MaskSource({ tool, tab, onTab, idle }: MaskSourceProps) {
  const { t } = useTranslation();
  const maskName = maskSession.use(({ mask }) => mask?.start.image?.name);
  const baseName = maskSession.use(({ base }) => (base && 'blob' in base.source ? base.source.name : undefined));
  return (
    <CollapsibleCard tool={tool} title={t('mask_creator.source')}>
      <Tabs className="tabs" selectedKey={tab} onSelectionChange={(key) => onTab(key as MaskTab)}>
        <TabList className="tab-list" aria-label={t('mask_creator.source')}>
          <Tab id="create" className="tab">
            {t('mask_creator.createMask')}
          </Tab>
          <Tab id="mask" className="tab">
            {t('mask_creator.loadMask')}
          </Tab>
          <Tab id="base" className="tab">
            {t('mask_creator.loadBase')}
          </Tab>
        </TabList>
        <TabPanel id="create" className="tab-panel">
          <CreateMask tool={tool} idle={idle} />
        </TabPanel>
        <TabPanel id="mask" className="tab-panel">
          <LoadRow
            fileName={maskName}
            openFile={maskSession.openMaskFile}
            openSaved={maskSession.openSavedMask}
            idle={idle}
          />
        </TabPanel>
        <TabPanel id="base" className="tab-panel">
          <LoadRow
            fileName={baseName}
            openFile={maskSession.openBaseFile}
            openSaved={maskSession.openSavedBase}
            clear={maskSession.clearBase}
            idle={idle}
          />
        </TabPanel>
      </Tabs>
    </CollapsibleCard>
  );
}

interface NewMask {
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  readonly gray: number;
}

function restore(stored: object): Partial<NewMask> {
  const { width, height, gray } = makeMask.params;
  const values = restoreValues({ width, height, gray }, stored);
  // An empty width or height field stays empty after a reload.
  const names = (['width', 'height', 'gray'] as const).filter((name) => getOwnProperty(stored, name) !== undefined);
  return Object.fromEntries(names.map((name) => [name, values[name]]));
}

function CreateMask({ tool, idle }: Pick<MaskSourceProps, 'tool' | 'idle'>) {
  const { t } = useTranslation();
  const translate = useDeclaredWords();
  const { params } = makeMask;
  const [values, change] = useToolSettings<NewMask>(tool, 'create', { gray: params.gray.default }, restore);
  // An empty gray level is an error. An empty width or height means the size of the open image.
  const [missesGray, setMissesGray] = useState(false);
  const side = (name: 'width' | 'height') => (
    <NumberField
      label={translate(`parameters.make-mask.${name}`)}
      field={params[name]}
      value={values[name]}
      onChange={(value) => change({ [name]: value })}
      onEmpty={() => change({ [name]: undefined })}
    />
  );
  return (
    <>
      <div className="upload-row">
        {side('width')}
        {side('height')}
        <NumberField
          label={translate('parameters.make-mask.gray')}
          field={params.gray}
          value={values.gray}
          onChange={(gray) => change({ gray })}
          onMissing={setMissesGray}
        />
        <Button onClick={() => void maskSession.generate(values)} disabled={missesGray} waiting={!idle}>
          {t('common.generate')}
        </Button>
      </div>
      <p className="panel-note mask-note">{t('mask_creator.sizeNote')}</p>
    </>
  );
}

interface LoadRowProps {
  readonly fileName: string | undefined;
  readonly openFile: (file: File) => Promise<void>;
  readonly openSaved: () => Promise<void>;
  readonly clear?: () => Promise<void>;
  readonly idle: boolean;
}

function LoadRow({ fileName, openFile, openSaved, clear, idle }: LoadRowProps) {
  const { t } = useTranslation();
  return (
    <div className="upload-row">
      <FileButton accept={ACCEPTED_PICTURES} onFile={(file) => void openFile(file)} icon={FolderOpen}>
        {t('common.chooseFile')}
      </FileButton>
      <LoadLastButton onLoad={() => void openSaved()} />
      {clear && (
        <Button onClick={() => void clear()} disabled={fileName === undefined} waiting={!idle}>
          {t('common.clear')}
        </Button>
      )}
      <span className="upload-name" title={fileName}>
        {fileName ?? t('common.noFileSelected')}
      </span>
      <DropArea />
    </div>
  );
}
