import { useLocation } from '@remix-run/react';
import Menu from 'lucide-react/icons/menu';
import Search from 'lucide-react/icons/search';
import X from 'lucide-react/icons/x';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { useLargeScreen } from '../ui/large-screen.ts';
import { openPalette, usePaletteStore } from './palette.ts';
import { HomeLink, Sidebar } from './Sidebar.tsx';

export function MobileBar() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const paletteOpen = usePaletteStore(({ open }) => open);
  const isLarge = useLargeScreen();
  const [wanted, setOpen] = useState(false);
  // The menu closes in the same render in which the palette opens, so the palette later returns the focus to the page.
  const open = wanted && !paletteOpen;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a followed link or an opened palette closes the menu
  useEffect(() => setOpen(false), [pathname, paletteOpen]);

  useEffect(() => {
    if (isLarge) setOpen(false);
  }, [isLarge]);

  return (
    <header className="mobile-bar">
      <Button
        look="quiet"
        icon={Menu}
        iconOnly
        aria-expanded={open}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {t('shell.menu')}
      </Button>
      <HomeLink />
      <Button look="quiet" icon={Search} iconOnly className="ms-auto" onClick={openPalette}>
        {t('palette.open')}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} className="dialog-drawer" aria-label={t('shell.menu')}>
        <MenuContent onClose={() => setOpen(false)} />
      </Dialog>
    </header>
  );
}

function MenuContent({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  return (
    // A link to the current page leaves the address unchanged, so the click itself closes the menu.
    // biome-ignore lint/a11y/noStaticElementInteractions: visitors press the links inside
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click
    <div
      className="h-full"
      onClick={(event) => (event.target as Element).closest('a, [aria-keyshortcuts]') && onClose()}
    >
      <Sidebar />
      <Button look="quiet" icon={X} iconOnly className="absolute top-3.5 right-3" onClick={onClose}>
        {t('shell.closeMenu')}
      </Button>
    </div>
  );
}
