import { History, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSavedImage } from '../../storage/use-saved-image.ts';
import { Button } from '../Button.tsx';

interface LoadLastButtonProps {
  readonly onLoad: () => void;
  readonly disabled?: boolean | undefined;
  readonly waiting?: boolean;
  readonly icon?: LucideIcon;
  readonly iconOnly?: boolean;
  readonly label?: string;
}

export function LoadLastButton({ onLoad, disabled, waiting, icon = History, iconOnly, label }: LoadLastButtonProps) {
  const { t } = useTranslation();
  const isSaved = useSavedImage();
  const name = label ?? t('common.loadLastImage');
  return (
    <Button
      icon={icon}
      iconOnly={iconOnly}
      onClick={onLoad}
      disabled={disabled || !isSaved}
      waiting={waiting}
      title={isSaved ? (iconOnly ? name : undefined) : t('core:errors.imageNotStored')}
    >
      {name}
    </Button>
  );
}
