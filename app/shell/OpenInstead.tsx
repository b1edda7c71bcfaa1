import { useLocation, useNavigate } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { forwardFiles } from '../intake/arrivals.ts';
import { openersOf } from '../intake/open-with.ts';
import { clearError } from '../notices/error-queue.ts';
import { toolOf, tools } from '../tools/catalog.ts';
import { Button } from '../ui/Button.tsx';
import { screenWord } from '../ui/screen-words.ts';

/** Opens a file that this tool doesn't support in the tool that suits the file best. */
export default function OpenInstead({ file }: { readonly file: File }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const others = openersOf([file]).filter(({ route }) => `/${route}` !== pathname);
  const { group } = tools.find(({ route }) => `/${route}` === pathname) ?? {};
  const opener = others.find(({ route }) => toolOf(route)?.group === group) ?? others[0];
  if (!opener) return null;
  const { route } = opener;
  const open = () => {
    forwardFiles({ route, files: [file], method: 'drop' });
    clearError();
    // Navigates after the dialog has closed, because the dialog would take the focus from the next screen's heading.
    requestAnimationFrame(() => navigate(`/${route}`));
  };
  return <Button onClick={open}>{t('openWith.instead', { tool: screenWord(t, route, 'name') })}</Button>;
}
