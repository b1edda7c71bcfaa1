import { History, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSavedPicture } from '../../state/use-saved-picture.ts';
import { Button } from '../Button.tsx';

interface LoadLastButtonProps {
  readonly onLoad: () => void;
  readonly disabled?: boolean | undefined;
  readonly waiting?: boolean;
  readonly icon?: LucideIcon;
  readonly iconOnly?: boolean;
  /** In place of Load Last Image. */
  readonly label?: string;
}

/** Opens the image that was saved for later; disabled while there is none. */
export function LoadLastButton({ onLoad, disabled, waiting, icon = History, iconOnly, label }: LoadLastButtonProps) {
  const { t } = useTranslation();
  const isSaved = useSavedPicture();
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
