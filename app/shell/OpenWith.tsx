import { useNavigate } from '@remix-run/react';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorSentence } from '#core/locales/format.ts';
import type { Recipe } from '#core/recipes/recipe.ts';
import { closeOffer, forwardFiles, type IntakeMethod, useOfferStore } from '../intake/arrivals.ts';
import { kindOf } from '../intake/file-kinds.ts';
import { type Opener, openersOf } from '../intake/open-with.ts';
import { unsupportedFileError } from '../intake/unsupported-file.ts';
import { coreWords } from '../locales/i18n.ts';
import { CONVERTER, withoutExport } from '../recipes/apply-recipe.ts';
import { onePress } from '../recipes/one-press.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { screenWord } from '../ui/screen-words.ts';

/** Asks which tool opens files that were dropped or pasted outside a drop target. */
export default function OpenWith() {
  const id = useId();
  const offered = useOfferStore((state) => state.offered);
  return (
    <Dialog
      open={offered !== undefined}
      onClose={closeOffer}
      className="w-[min(34rem,calc(100vw-24px))]"
      aria-labelledby={id}
    >
      {offered && <Offer titleId={id} files={offered.files} method={offered.method} />}
    </Dialog>
  );
}

/** Returns a sentence that names an unsupported image format by the file's header; `undefined` for other files. */
function useFormatSentence(file: File | undefined): string | undefined {
  const [sentence, setSentence] = useState<string>();
  useEffect(() => {
    let isShown = true;
    if (file)
      void unsupportedFileError(file).then((error) => {
        if (isShown && error.code === 'imageFormat') setSentence(errorSentence(error, coreWords()));
      });
    return () => {
      isShown = false;
    };
  }, [file]);
  return sentence;
}

interface OfferProps {
  readonly titleId: string;
  readonly files: readonly File[];
  readonly method: IntakeMethod;
}

function Offer({ titleId, files, method }: OfferProps) {
  const { t } = useTranslation(['app', 'recipe']);
  const navigate = useNavigate();
  const openers = openersOf(files);
  const unknown = files.filter((file) => !kindOf(file));
  const [first] = files;
  const format = useFormatSentence(openers.length === 0 && files.length === 1 ? first : undefined);
  const open = ({ route, files }: Pick<Opener, 'route' | 'files'>, recipe?: Recipe) => {
    forwardFiles({ route, files, method, ...(recipe && { recipe: withoutExport(recipe) }) });
    closeOffer();
    // Navigates after the dialog has closed, because the dialog would take the focus from the next screen's heading.
    requestAnimationFrame(() => navigate(`/${route}`));
  };
  return (
    <div className="grid max-h-[inherit] grid-rows-[auto_auto_minmax(0,1fr)_auto]">
      <header className="grid gap-1 px-5 pt-4 pb-2">
        <h2 id={titleId} className="text-heading wrap-anywhere">
          {openers.length === 0
            ? t('recipe:openWith.nothing')
            : files.length === 1
              ? t('recipe:openWith.one', { name: first?.name })
              : t('recipe:openWith.several', { number: files.length })}
        </h2>
        {unknown.length > 0 && (
          <p className="text-small wrap-anywhere text-muted">
            {format ?? t('recipe:openWith.unknown', { names: namesOf(unknown) })}
          </p>
        )}
      </header>
      {first && files.length === 1 && kindOf(first) === 'image' && (
        <OnePress run={(recipe) => open({ route: CONVERTER, files }, recipe)} />
      )}
      {openers.length > 0 ? (
        <ul className="grid gap-x-2 gap-y-0.5 overflow-y-auto overscroll-contain px-3 py-1 sm:grid-cols-2">
          {openers.map((opener, index) => (
            <li key={opener.route}>
              <OpenerButton opener={opener} isFirst={index === 0} total={files.length} onOpen={() => open(opener)} />
            </li>
          ))}
        </ul>
      ) : (
        <ul className="grid gap-1 overflow-y-auto px-5 text-small">
          <li>{t('recipe:openWith.images', { formats: t('common.acceptsImages') })}</li>
          <li>{t('recipe:openWith.audioFiles')}</li>
          <li>{t('recipe:openWith.videos')}</li>
        </ul>
      )}
      <div className="flex justify-end px-5 pt-2 pb-4">
        <Button data-first-focus={openers.length === 0 ? '' : undefined} onClick={closeOffer}>
          {openers.length > 0 ? t('common.cancel') : t('common.close')}
        </Button>
      </div>
    </div>
  );
}

/** Buttons that open an image and apply a recipe to it. */
function OnePress({ run }: { readonly run: (recipe: Recipe) => void }) {
  const { t } = useTranslation(['app', 'recipe']);
  return (
    <div className="flex flex-wrap gap-2 px-5 pt-1 pb-3" role="group" aria-label={t('recipe:onePress.title')}>
      {onePress.map(({ id, recipe }) => (
        <Button key={id} size="small" onClick={() => run(recipe)}>
          {t(`recipe:onePress.${id}`)}
        </Button>
      ))}
    </div>
  );
}

const NAMED_FILES = 5;

const namesOf = (files: readonly File[]): string =>
  files
    .slice(0, NAMED_FILES)
    .map(({ name }) => name)
    .join(coreWords().punctuation.list) + (files.length > NAMED_FILES ? ' …' : '');

interface OpenerButtonProps {
  readonly opener: Opener;
  readonly isFirst: boolean;
  readonly total: number;
  readonly onOpen: () => void;
}

function OpenerButton({ opener: { route, icon: Icon, count }, isFirst, total, onOpen }: OpenerButtonProps) {
  const { t } = useTranslation(['app', 'recipe']);
  return (
    <button
      type="button"
      data-first-focus={isFirst ? '' : undefined}
      onClick={onOpen}
      className="flex min-h-10 w-full items-center gap-3 rounded-inner px-2.5 py-1.5 text-start leading-snug transition-colors hover:bg-ai-wash hover:text-ai-strong pointer-coarse:min-h-11"
    >
      <Icon aria-hidden="true" strokeWidth={1.75} className="size-[18px] flex-none text-ai" />
      <span className="min-w-0 flex-1">{screenWord(t, route, 'name')}</span>
      {count < total && (
        <span className="tabular flex-none text-small text-muted">{t('recipe:openWith.some', { count, total })}</span>
      )}
    </button>
  );
}
