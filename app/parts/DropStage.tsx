import { ImagePlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ACCEPTED_PICTURES } from '../state/workbench.ts';
import { Button } from './Button.tsx';
import { FileButton } from './FileButton.tsx';

interface EmptyStageProps {
  readonly openFile: (file: File) => void;
  readonly openSample: () => void;
  readonly loading: boolean;
}

/** An empty stage: says what it takes, and offers something to try. */
export function EmptyStage({ openFile, openSample, loading }: EmptyStageProps) {
  const { t } = useTranslation();
  return (
    <div className="stage-empty" data-loading={loading || undefined}>
      <ImagePlus aria-hidden size={40} strokeWidth={1.25} />
      <p className="stage-empty-title">{t('common.dropImage')}</p>
      <p className="stage-empty-hint">{t('common.takesImages')}</p>
      <div className="action-group">
        <FileButton accept={ACCEPTED_PICTURES} onFile={openFile} look="primary" disabled={loading}>
          {t('common.openPicture')}
        </FileButton>
        <Button onClick={openSample} disabled={loading}>
          {t('common.trySample')}
        </Button>
      </div>
    </div>
  );
}

/** Anything dropped on it is opened. Touch has no dragging of files, so it needs no other way in. */
export function DropTarget({ onFile, children }: { onFile: (file: File) => void; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is the mouse's way; the file button is everyone's
    <div
      className="drop-target"
      onDragOver={(event) => {
        if (![...event.dataTransfer.types].includes('Files')) return;
        event.preventDefault();
        event.currentTarget.dataset.dragging = '';
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null))
          delete event.currentTarget.dataset.dragging;
      }}
      onDrop={(event) => {
        event.preventDefault();
        delete event.currentTarget.dataset.dragging;
        const file = event.dataTransfer.files[0];
        if (file) onFile(file);
      }}
    >
      {children}
    </div>
  );
}
