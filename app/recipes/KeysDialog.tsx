import { useLocation } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { toolOf } from '../tools/catalog.ts';
import { useActionStore } from '../ui/actions.ts';
import { isApple } from '../ui/shortcuts.ts';
import type { DialogBodyProps } from './OfferDialog.tsx';
import { useRecipeDialogs } from './recipe-dialogs.ts';

export function KeysDialog({ titleId }: DialogBodyProps) {
  const { t } = useTranslation(['app', 'recipe', 'stage']);
  const offered = useActionStore((state) => state.offered);
  const route = useRecipeDialogs((state) => state.tool?.route);
  const { pathname } = useLocation();
  const screen = toolOf(pathname.slice(1));
  const hasStage = screen?.operation && screen.group !== 'sound';
  const [command, undo, redo] = isApple() ? ['⌘', '⌘Z', '⇧⌘Z'] : ['Ctrl+', 'Ctrl+Z', 'Ctrl+Shift+Z'];
  const everywhere = [
    [`${command}K`, t('recipe:keys.palette')],
    ['?', t('recipe:keys.help')],
    [`${command}V`, t('recipe:keys.paste')],
    ['Esc', t('recipe:keys.escape')],
  ] as const;
  const own = [...offered.values()]
    .flat()
    .flatMap(({ shortcut, label }) => (shortcut && shortcut !== '?' ? [[shortcut, label] as const] : []));
  const here = [
    ...(route && !own.some(([key]) => key === undo)
      ? ([
          [undo, t('recipe:keys.undo')],
          [redo, t('recipe:keys.redo')],
        ] as const)
      : []),
    ...own,
    ...(hasStage
      ? ([
          ['+ − 0', t('recipe:keys.zoom')],
          [t('recipe:keys.space'), t('stage:handKeys')],
        ] as const)
      : []),
  ];
  const translate = t as (key: string) => string;
  return (
    <>
      <h2 id={titleId} className="text-heading">
        {t('recipe:keys.title')}
      </h2>
      <Keys title={t('recipe:keys.everywhere')} keys={everywhere} />
      {here.length > 0 && <Keys title={t('recipe:keys.here')} keys={here} />}
      {screen?.keyHints?.map((hint) => (
        <p key={hint} className="text-small">
          {translate(hint)}
        </p>
      ))}
    </>
  );
}

interface KeysProps {
  readonly title: string;
  readonly keys: readonly (readonly [key: string, does: string])[];
}

function Keys({ title, keys }: KeysProps) {
  return (
    <section className="grid gap-2">
      <h3 className="text-small font-semibold text-muted">{title}</h3>
      <dl className="recipe-dialog-keys">
        {keys.map(([key, does]) => (
          <div key={key + does}>
            <dt>
              <kbd className="key">{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
