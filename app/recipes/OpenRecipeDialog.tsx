import './recipe.css';
import { useLocation } from '@remix-run/react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { setPendingRecipe, usePendingRecipe } from '../desk/pending-recipe.ts';
import { toolOf } from '../tools/catalog.ts';
import { useActionStore } from '../ui/actions.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { isApple } from '../ui/shortcuts.ts';
import { type DialogBodyProps, OfferDialog } from './OfferDialog.tsx';
import { closeDialog, useRecipeDialogs } from './recipe-dialogs.ts';

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

const PresetsDialog = lazy(() => import('./PresetsDialog.tsx'));

const WatermarkDialog = lazy(() => import('./WatermarkDialog.tsx'));

const dialogs = {
  offer: OfferDialog,
  presets: PresetsDialog,
  savePreset: PresetsDialog,
  watermark: WatermarkDialog,
  keys: KeysDialog,
} as const;
const TITLE = 'recipe-dialog-title';

export default function OpenRecipeDialog() {
  const { t, ready } = useTranslation(['app', 'recipe']);
  const dialog = useRecipeDialogs((state) => state.dialog);
  const Body = dialog && dialogs[dialog];
  if (!ready) return null;
  return (
    <>
      <PendingRecipeNote />
      <Dialog
        open={dialog !== undefined}
        onClose={closeDialog}
        className="w-[min(34rem,calc(100vw-24px))] has-[.watermark-preview]:w-[min(56rem,calc(100vw-24px))]"
        aria-labelledby={TITLE}
      >
        {Body && (
          <div className="recipe-dialog">
            <Suspense>
              <Body titleId={TITLE} />
            </Suspense>
            <div className="flex justify-end">
              <Button onClick={closeDialog}>{t('common.close')}</Button>
            </div>
          </div>
        )}
      </Dialog>
    </>
  );
}

function PendingRecipeNote() {
  const { t } = useTranslation(['app', 'recipe']);
  const isPending = usePendingRecipe(({ recipe }) => recipe !== undefined);
  return (
    <div role="status" className={isPending ? 'recipe-dialog-note' : 'sr-only'}>
      {isPending && (
        <>
          <span>{t('recipe:offer.waiting')}</span>
          <Button size="small" onClick={() => setPendingRecipe(undefined)}>
            {t('common.cancel')}
          </Button>
        </>
      )}
    </div>
  );
}
