import { FolderOpen, History } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { blankSheetFields } from '#core/image/blank.ts';
import { defaultValues, restoreValues } from '#core/parameters/parse.ts';
import type { BlankSheet } from '../../platform/studio.ts';
import { useToolSettings } from '../../state/settings.ts';
import { own } from '../../state/stored.ts';
import { ACCEPTED_PICTURES } from '../../state/workbench.ts';
import { Button } from '../Button.tsx';
import { ColorField } from '../fields/ColorField.tsx';
import { NumberField } from '../fields/NumberField.tsx';
import { FileButton } from './FileButton.tsx';

export interface PictureIntake {
  readonly fileName: string | undefined;
  readonly openFile: (file: File) => void;
  readonly openSaved: () => void;
  readonly disabled?: boolean;
}

/** Where a picture comes from: a file, or what was saved for later. */
export function UploadRow({ fileName, openFile, openSaved, disabled }: PictureIntake) {
  const { t } = useTranslation();
  return (
    <div className="upload-row">
      <FileButton accept={ACCEPTED_PICTURES} onFile={openFile} icon={FolderOpen} disabled={disabled}>
        {t('common.chooseFile')}
      </FileButton>
      <Button icon={History} onClick={openSaved} disabled={disabled}>
        {t('common.loadLastImage')}
      </Button>
      <span className="upload-name" title={fileName}>
        {fileName ?? t('common.noFileSelected')}
      </span>
    </div>
  );
}

interface UploadTabsProps {
  readonly tool: string;
  readonly upload: ReactNode;
  readonly onBlank: (sheet: BlankSheet) => void;
  /** How a blank sheet may be. */
  readonly sheetFields?: typeof blankSheetFields;
  readonly disabled?: boolean;
}

const FIRST_TAB = { tab: 'blank' };
const restoreTab = (stored: object) => ({ tab: own(stored, 'tab') === 'upload' ? 'upload' : FIRST_TAB.tab });

/** The tabs Blank Background and Upload Image; which is open, and the sheet's size, are remembered. */
export function UploadTabs({ tool, upload, onBlank, sheetFields, disabled }: UploadTabsProps) {
  const { t } = useTranslation();
  const [{ tab }, setTab] = useToolSettings(tool, 'upload', FIRST_TAB, restoreTab);
  return (
    <Tabs className="tabs" selectedKey={tab} onSelectionChange={(key) => setTab({ tab: String(key) })}>
      <TabList className="tab-list" aria-label={t('common.imageSource')}>
        <Tab id="blank" className="tab">
          {t('common.blankBackground')}
        </Tab>
        <Tab id="upload" className="tab">
          {t('common.uploadImage')}
        </Tab>
      </TabList>
      <TabPanel id="blank" className="tab-panel">
        <BlankBackground tool={tool} onBlank={onBlank} sheetFields={sheetFields} disabled={disabled} />
      </TabPanel>
      <TabPanel id="upload" className="tab-panel">
        {upload}
      </TabPanel>
    </Tabs>
  );
}

function BlankBackground({ tool, onBlank, sheetFields = blankSheetFields, disabled }: Omit<UploadTabsProps, 'upload'>) {
  const { t } = useTranslation();
  const [sheet, setSheet] = useToolSettings(
    tool,
    'blank',
    defaultValues(sheetFields) as BlankSheet,
    (stored) => restoreValues(sheetFields, stored) as Partial<BlankSheet>,
  );
  const [busy, setBusy] = useState(false);
  // An emptied field is no wish for the size that stood in it.
  const [missing, setMissing] = useState({ width: false, height: false });
  return (
    <div className="upload-row">
      <ColorField
        label={t('common.backgroundColor')}
        value={sheet.color}
        onChange={(color) => setSheet({ color })}
        disabled={disabled}
      />
      <NumberField
        label={t('common.width')}
        field={sheetFields.width}
        value={sheet.width}
        onChange={(width) => setSheet({ width })}
        onMissing={(is) => setMissing((before) => ({ ...before, width: is }))}
        disabled={disabled}
      />
      <NumberField
        label={t('common.height')}
        field={sheetFields.height}
        value={sheet.height}
        onChange={(height) => setSheet({ height })}
        onMissing={(is) => setMissing((before) => ({ ...before, height: is }))}
        disabled={disabled}
      />
      <Button
        disabled={disabled || busy || missing.width || missing.height}
        onClick={async () => {
          setBusy(true);
          await onBlank(sheet);
          setBusy(false);
        }}
      >
        {t('common.generate')}
      </Button>
    </div>
  );
}
