import Search from 'lucide-react/icons/search';
import { useTranslation } from 'react-i18next';
import { openPalette } from './palette.ts';

export function PaletteButton() {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      className="flex w-full items-center gap-2.5 rounded-base border border-border bg-surface px-2.5 py-1.5 text-muted transition-colors hover:border-ai hover:text-ink pointer-coarse:min-h-11"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={openPalette}
    >
      <Search aria-hidden="true" strokeWidth={1.75} className="size-[18px] flex-none" />
      {t('palette.open')}
      <span className="key ms-auto max-lg:hidden" aria-hidden="true">
        {isApple() ? '⌘K' : 'Ctrl K'}
      </span>
    </button>
  );
}

const isApple = (): boolean => /mac|iphone|ipad/i.test(navigator.platform);
