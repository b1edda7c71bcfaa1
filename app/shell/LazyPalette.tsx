import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadEveryLanguage } from '../locales/i18n.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { isComposing } from '../ui/keys.ts';
import { PALETTE_INPUT, PaletteField } from './PaletteField.tsx';
import { closePalette, usePaletteStore } from './palette.ts';

/** Resolves when the input method has finished the text that it is composing in the early field. */
let composed: Promise<void> | undefined;

/** Loads the translations of all languages, because the palette finds screens by their names in all languages. */
const Palette = lazy(async () => {
  const [palette] = await Promise.all([import('./Palette.tsx'), loadEveryLanguage()]);
  // The palette replaces the early field, which would cancel a composition.
  while (composed) await composed;
  return palette;
});

export function LazyPalette() {
  const { t } = useTranslation();
  const open = usePaletteStore((state) => state.open);
  const [wanted, setWanted] = useState(false);
  if (open && !wanted) setWanted(true);
  return wanted ? (
    <Dialog
      open={open}
      onClose={closePalette}
      className="dialog-top w-[min(36rem,calc(100vw-24px))] overflow-hidden"
      aria-label={t('palette.title')}
      onKeyDown={(event) => {
        // During text composition, Escape cancels the input method's text and doesn't close the palette.
        if (event.key === 'Escape' && isComposing(event.nativeEvent)) event.preventDefault();
      }}
    >
      <Suspense fallback={<EarlyField />}>
        <Palette />
      </Suspense>
    </Dialog>
  ) : null;
}

/** Takes the keys that a visitor types while the palette loads. */
function EarlyField() {
  const { t } = useTranslation();
  return (
    <PaletteField>
      <input
        data-first-focus
        aria-label={t('palette.title')}
        className={PALETTE_INPUT}
        onChange={({ target }) => usePaletteStore.setState({ typed: target.value, entered: false })}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !isComposing(event.nativeEvent)) usePaletteStore.setState({ entered: true });
        }}
        onCompositionStart={({ currentTarget }) => {
          composed = new Promise((done) =>
            currentTarget.addEventListener('compositionend', () => done(), { once: true }),
          );
          void composed.then(() => {
            composed = undefined;
          });
        }}
      />
    </PaletteField>
  );
}
