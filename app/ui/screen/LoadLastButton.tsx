import { History, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSavedImage } from '../../storage/use-saved-image.ts';
import { Button, type ButtonLook } from '../Button.tsx';

interface LoadLastButtonProps {
  readonly onLoad: () => void;
  readonly disabled?: boolean | undefined;
  readonly waiting?: boolean;
  readonly icon?: LucideIcon;
  readonly look?: ButtonLook['look'];
  readonly iconOnly?: boolean;
  readonly label?: string;
}

export function LoadLastButton(props: LoadLastButtonProps) {
  const { onLoad, disabled, waiting, icon = History, look, iconOnly, label } = props;
  const { t } = useTranslation();
  const isSaved = useSavedImage();
  const name = label ?? t('common.loadLastImage');
  return (
    <Button
      look={look}
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
