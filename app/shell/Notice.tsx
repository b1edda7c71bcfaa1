import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/Button.tsx';

interface NoticeProps {
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function Notice({ onClose, children }: NoticeProps) {
  const { t } = useTranslation();
  return (
    <div className="flex items-start gap-3 rounded-base border border-line bg-surface py-2 ps-4 pe-2">
      <div className="grid min-w-0 flex-1 gap-2 py-1.5">{children}</div>
      <Button look="quiet" icon={X} iconOnly onClick={onClose}>
        {t('common.close')}
      </Button>
    </div>
  );
}
