import { useId, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { useTranslation } from 'react-i18next';
import type { DecodedText, TextEncoding } from '#core/base/detect-encoding.ts';
import { needWords } from '../locales/i18n.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';

await needWords('batch');

/** Names that are not written in capital letters. */
const LABELS: Partial<Record<TextEncoding, string>> = {
  shift_jis: 'Shift_JIS',
  big5: 'Big5',
  'windows-1251': 'Windows-1251',
  'windows-1252': 'Windows-1252',
};

/** Lines and characters of each preview. */
const PREVIEW = { lines: 3, characters: 60 };

/** Shows a text in several encodings. Returns the encoding that the visitor chooses; `undefined` on closing. */
export function showEncodings(name: string, texts: readonly DecodedText[]): Promise<TextEncoding | undefined> {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  return new Promise<TextEncoding | undefined>((resolve) => {
    root.render(<EncodingDialog name={name} texts={texts} onChoice={resolve} />);
  }).finally(() => {
    root.unmount();
    place.remove();
  });
}

interface EncodingDialogProps {
  readonly name: string;
  readonly texts: readonly DecodedText[];
  readonly onChoice: (encoding: TextEncoding | undefined) => void;
}

function EncodingDialog({ name, texts, onChoice }: EncodingDialogProps) {
  const { t, i18n } = useTranslation(['app', 'batch']);
  const shown = i18n.language === 'ja' ? japaneseFirst(texts) : texts;
  const id = useId();
  const [chosen, setChosen] = useState(shown[0]?.encoding);
  return (
    <Dialog
      open
      onClose={() => onChoice(undefined)}
      dismissable={false}
      className="w-[min(34rem,calc(100vw-24px))]"
      aria-labelledby={`${id}-title`}
    >
      <form
        className="grid gap-4 p-5"
        onSubmit={(event) => {
          event.preventDefault();
          onChoice(chosen);
        }}
      >
        <h2 id={`${id}-title`} className="text-heading">
          {t('batch:encoding.title')}
        </h2>
        <p className="wrap-anywhere">{t('batch:encoding.lead', { name })}</p>
        <div role="radiogroup" aria-labelledby={`${id}-title`} className="grid max-h-[50vh] gap-3 overflow-auto">
          {shown.map(({ encoding, text }) => (
            <label key={encoding} className="grid min-h-11 grid-cols-[auto_1fr] items-start gap-x-3">
              <input
                type="radio"
                name={id}
                checked={encoding === chosen}
                onChange={() => setChosen(encoding)}
                className="mt-1"
              />
              <span>
                <span className="font-medium">{LABELS[encoding] ?? encoding.toUpperCase()}</span>
                <span className="block text-small whitespace-pre-line text-muted wrap-anywhere" translate="no">
                  {preview(text)}
                </span>
              </span>
            </label>
          ))}
        </div>
        <div className="flex justify-end gap-3">
          <Button type="button" onClick={() => onChoice(undefined)}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" look="primary" data-first-focus="">
            {t('batch:encoding.use')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

const JAPANESE: readonly TextEncoding[] = ['shift_jis', 'euc-jp'];

const japaneseFirst = (texts: readonly DecodedText[]): readonly DecodedText[] =>
  [true, false].flatMap((isFirst) => texts.filter(({ encoding }) => JAPANESE.includes(encoding) === isFirst));

const preview = (text: string): string =>
  text
    .split(/\r?\n/, PREVIEW.lines)
    .map((line) => line.slice(0, PREVIEW.characters))
    .join('\n');
