import RotateCw from 'lucide-react/icons/rotate-cw';
import { useTranslation } from 'react-i18next';
import { Button, buttonClass } from '../ui/Button.tsx';
import { ErrorText } from '../ui/ErrorText.tsx';
import { Mark } from './Logo.tsx';

/** Error page in place of a crashed screen. Its link reloads the site, because the running scripts may be broken. */
export function Failure({ error }: { readonly error: unknown }) {
  const { t } = useTranslation();
  return (
    <div className="mx-auto grid max-w-[34rem] gap-5 py-10">
      <Mark className="size-12" />
      <h1 className="text-title tracking-tight">{t('failure.screenTitle')}</h1>
      <ErrorText error={error} />
      <p className="text-muted">{t('failure.screenBody')}</p>
      <div className="flex flex-wrap gap-3">
        <Button look="primary" icon={RotateCw} onClick={() => location.reload()}>
          {t('failure.reload')}
        </Button>
        <a href="/home" className={buttonClass()}>
          {t('failure.goHome')}
        </a>
      </div>
    </div>
  );
}
