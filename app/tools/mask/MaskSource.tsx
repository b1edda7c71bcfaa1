import { useState } from 'react';
import { TabPanel, Tabs } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { makeMask } from '#core/operations/make-mask.ts';
import { restoreValues } from '#core/parameters/parse.ts';
import { useToolSettings } from '../../storage/settings.ts';
import { getOwnProperty } from '../../storage/stored.ts';
import { Button } from '../../ui/Button.tsx';
import { CollapsibleCard } from '../../ui/CollapsibleCard.tsx';
import { useDeclaredWords } from '../../ui/fields/declared-words.ts';
import { NumberField } from '../../ui/fields/NumberField.tsx';
import { TabRow, UploadRow } from '../../ui/screen/UploadCard.tsx';
import type { NewMask } from './document.ts';
import { GrayEnds } from './GrayEnds.tsx';
import { maskScreen } from './mask-screen-work.ts';

export const maskTabs = ['create', 'mask', 'base'] as const;
export type MaskTab = (typeof maskTabs)[number];

interface MaskSourceProps {
  readonly tool: string;
  readonly tab: MaskTab;
  readonly onTab: (tab: MaskTab) => void;
  readonly idle: boolean;
}

export function MaskSource({ tool, tab, onTab, idle }: MaskSourceProps) {
  const { t } = useTranslation(['app', 'stage']);
  const { start, base } = maskScreen.document.use(({ history }) => history.present);
  return (
    <CollapsibleCard tool={tool} title={t('stage:mask.source')} startsOpen={false}>
      <Tabs className="tabs" selectedKey={tab} onSelectionChange={(key) => onTab(key as MaskTab)}>
        <TabRow
          label={t('stage:mask.source')}
          tabs={[
            { id: 'create', label: t('stage:mask.createMask') },
            { id: 'mask', label: t('stage:mask.loadMask') },
            { id: 'base', label: t('stage:mask.loadBase') },
          ]}
        />
        <TabPanel id="create" className="tab-panel">
          <CreateMask tool={tool} idle={idle} />
        </TabPanel>
        <TabPanel id="mask" className="tab-panel">
          <UploadRow
            fileName={start?.image?.name}
            openFile={(file) => void maskScreen.openFile('mask', file)}
            openSaved={() => void maskScreen.openSaved('mask')}
          >
            <p className="drop-area">{t('common.dropImage')}</p>
          </UploadRow>
        </TabPanel>
        <TabPanel id="base" className="tab-panel">
          <UploadRow
            fileName={base?.name}
            openFile={(file) => void maskScreen.openFile('base', file)}
            openSaved={() => void maskScreen.openSaved('base')}
            buttons={
              <Button onClick={() => void maskScreen.clearBase()} disabled={!base} waiting={!idle}>
                {t('common.clear')}
              </Button>
            }
          >
            <p className="drop-area">{t('common.dropImage')}</p>
          </UploadRow>
        </TabPanel>
      </Tabs>
    </CollapsibleCard>
  );
}

function restore(stored: object): Partial<NewMask> {
  const { width, height, gray } = makeMask.params;
  const values = restoreValues({ width, height, gray }, stored);
  // An empty width or height field stays empty after a reload.
  const names = (['width', 'height', 'gray'] as const).filter((name) => getOwnProperty(stored, name) !== undefined);
  return Object.fromEntries(names.map((name) => [name, values[name]]));
}

function CreateMask({ tool, idle }: Pick<MaskSourceProps, 'tool' | 'idle'>) {
  const { t } = useTranslation(['app', 'stage']);
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
        <Button onClick={() => void maskScreen.generate(values)} disabled={missesGray} waiting={!idle}>
          {t('common.generate')}
        </Button>
      </div>
      <GrayEnds />
      <p className="panel-note mask-note">{t('stage:mask.sizeNote')}</p>
    </>
  );
}
