import { X } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../parts/Button.tsx';
import { onNotKept } from '../platform/storage.ts';
import { closeNotice, type NoticeKind, showNotice, useNotices } from '../state/notices.ts';
import { discardSetAside, downloadSetAside, restoreSetAside, useSetAside } from '../state/set-aside.ts';

/** What a visitor should know and need not answer, above the screen. */
export function Notices() {
  const { t } = useTranslation();
  const shown = useNotices((state) => state.shown);
  useEffect(() => {
    onNotKept(() => showNotice('filesNotKept'));
    void restoreSetAside();
  }, []);
  return (
    <div role="status" className="grid gap-2 empty:hidden [&:not(:empty)]:mb-4">
      {shown.map((kind) =>
        kind === 'setAside' ? (
          <SetAsideNotice key={kind} />
        ) : (
          <Notice key={kind} kind={kind}>
            <p>{t(`shell.notices.${kind}`)}</p>
          </Notice>
        ),
      )}
    </div>
  );
}

interface NoticeProps {
  readonly kind: NoticeKind;
  readonly onClose?: () => void;
  readonly children: ReactNode;
}

function Notice({ kind, onClose, children }: NoticeProps) {
  const { t } = useTranslation();
  return (
    <div className="flex items-start gap-3 rounded-base border border-line bg-surface py-2 ps-4 pe-2">
      <div className="grid min-w-0 flex-1 gap-2 py-1.5">{children}</div>
      <Button
        look="quiet"
        icon={X}
        iconOnly
        onClick={() => {
          closeNotice(kind);
          onClose?.();
        }}
      >
        {t('common.close')}
      </Button>
    </div>
  );
}

/** Closing it leaves the files where they are: the next visit offers them again. */
function SetAsideNotice() {
  const { t } = useTranslation();
  const files = useSetAside((state) => state.files);
  return (
    <Notice kind="setAside">
      <p>{t('shell.notices.setAside')}</p>
      <div className="flex flex-wrap gap-2">
        {files.map((file) => (
          <Button key={file.id} size="small" onClick={() => downloadSetAside(file)}>
            {t('shell.notices.downloadFile', { name: file.name })}
          </Button>
        ))}
        <Button
          size="small"
          look="quiet"
          onClick={() => {
            discardSetAside();
            closeNotice('setAside');
          }}
        >
          {t('shell.notices.discard')}
        </Button>
      </div>
    </Notice>
  );
}
