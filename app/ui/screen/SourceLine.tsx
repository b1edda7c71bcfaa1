import { ChevronDown, FolderOpen, X } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Button as AriaButton, Dialog, DialogTrigger, Popover } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { ACCEPTED_IMAGES } from '../accepted-images.ts';
import { Button, buttonClass } from '../Button.tsx';
import { formatBytes } from '../format-bytes.ts';
import { useExtraLargeScreen } from '../large-screen.ts';
import { FileButton } from './FileButton.tsx';
import { LoadLastButton } from './LoadLastButton.tsx';
import type { ImageIntake } from './UploadCard.tsx';

interface SourceLineProps extends Omit<ImageIntake, 'openSaved'> {
  readonly bytes: number | undefined;
  readonly openSaved?: ImageIntake['openSaved'];
  readonly sources?: ReactNode;
  readonly close?: () => void;
  /** ID of the open file. Opening another file closes the menu. */
  readonly source?: string | undefined;
}

export function SourceLine(props: SourceLineProps) {
  const { fileName, bytes, openFile, openFiles, openSaved, sources, source, close, disabled } = props;
  const { t, i18n } = useTranslation();
  const hasRoom = useExtraLargeScreen();
  return (
    <div className="source-line">
      <p className="source-file">
        <span className="upload-name" title={fileName}>
          {fileName ?? t('common.noFileSelected')}
        </span>
        {bytes !== undefined && <span className="source-bytes tabular">{formatBytes(bytes, i18n.language)}</span>}
      </p>
      <FileButton
        accept={ACCEPTED_IMAGES}
        onFile={openFile}
        onFiles={openFiles}
        icon={FolderOpen}
        // The file name and the steps have priority over the buttons' labels.
        iconOnly={!hasRoom}
        disabled={disabled}
      >
        {t('common.chooseFile')}
      </FileButton>
      {openSaved && <LoadLastButton iconOnly={!hasRoom} onLoad={openSaved} disabled={disabled} />}
      {close && fileName !== undefined && (
        <Button icon={X} iconOnly look="quiet" onClick={close} disabled={disabled}>
          {t('common.closeImage')}
        </Button>
      )}
      {sources && (
        <SourceMenu source={source} hasRoom={hasRoom}>
          {sources}
        </SourceMenu>
      )}
    </div>
  );
}

interface SourceMenuProps {
  readonly source: string | undefined;
  readonly hasRoom: boolean;
  readonly children: ReactNode;
}

function SourceMenu({ source, hasRoom, children }: SourceMenuProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes the menu when another image opens
  useEffect(() => setOpen(false), [source]);
  return (
    <DialogTrigger isOpen={open} onOpenChange={setOpen}>
      <AriaButton
        className={buttonClass({ iconOnly: !hasRoom })}
        aria-label={hasRoom ? undefined : t('common.openOther')}
      >
        {hasRoom && t('common.openOther')}
        <ChevronDown aria-hidden strokeWidth={1.75} />
      </AriaButton>
      <Popover className="popover" placement="bottom end">
        <Dialog className="source-menu" aria-label={t('common.imageSource')}>
          {children}
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
