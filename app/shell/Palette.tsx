import { Command } from 'cmdk';
import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { needWords } from '../locales/i18n.ts';
import { PALETTE_INPUT, PaletteField } from './PaletteField.tsx';
import { closePalette, usePaletteStore } from './palette.ts';
import { type PaletteEntry, usePaletteGroups } from './palette-entries.ts';
import { rankGroups } from './palette-score.ts';
import { usePhraseEntries } from './phrase-entries.ts';
import { rememberEntry } from './recent-entries.ts';

await Promise.all([needWords('palette'), needWords('tools')]);

export default function Palette() {
  const { t } = useTranslation(['app', 'palette']);
  const [early] = useState(usePaletteStore.getState);
  const [search, setSearch] = useState(early.typed);
  const [reason, setReason] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const phraseEntries = usePhraseEntries(search);
  const found = rankGroups(usePaletteGroups(search), search);
  const groups = phraseEntries.length > 0 ? [{ heading: t('palette:does'), entries: phraseEntries }, ...found] : found;
  const run = (entry: PaletteEntry) => {
    if (entry.disabled) return setReason(entry.reason ?? t('palette:nothingNow'));
    if (entry.name !== undefined) rememberEntry(entry.name);
    closePalette();
    // Waits until the palette has closed, because the chosen entry may move the focus within the page.
    requestAnimationFrame(entry.run);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the visitor has done before the palette has loaded
  useLayoutEffect(() => {
    input.current?.focus();
    if (early.typed) document.execCommand('insertText', false, early.typed);
    const [first] = groups.flatMap(({ entries }) => entries);
    if (early.entered && first) run(first);
  }, []);
  return (
    <Command
      label={t('palette.title')}
      loop
      vimBindings={false}
      // `rankGroups` filters: the library would select an entry before sorting, and not sort disabled entries last.
      shouldFilter={false}
      className="flex max-h-[min(70dvh,30rem)] flex-col"
    >
      <PaletteField>
        {/* The input is uncontrolled, because a controlled input updates the selection too late for a quick Enter. */}
        <Command.Input
          data-first-focus
          onValueChange={(typed) => {
            setSearch(typed);
            setReason(undefined);
          }}
          ref={input}
          placeholder={t('palette:placeholder')}
          className={PALETTE_INPUT}
        />
      </PaletteField>
      <Command.List
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-2 not-has-[[role=option]]:hidden"
        label={t('palette.title')}
      >
        {groups.map(({ heading, entries }) => (
          <Command.Group
            key={heading}
            heading={heading}
            className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-small [&_[cmdk-group-heading]]:font-semibold [&_[cmdk-group-heading]]:text-muted"
          >
            {entries.map((entry) => (
              <Entry key={entry.id} entry={entry} onRun={() => run(entry)} />
            ))}
          </Command.Group>
        ))}
      </Command.List>
      <Status text={groups.length === 0 ? t('palette:nothing') : reason} />
      <Hints />
    </Command>
  );
}

function Entry({ entry, onRun }: { readonly entry: PaletteEntry; readonly onRun: () => void }) {
  const Icon = entry.icon;
  return (
    <Command.Item
      value={entry.id}
      // Unavailable entries stay enabled, so that choosing an unavailable entry shows the reason.
      onSelect={onRun}
      className={`flex cursor-pointer items-center gap-3 rounded-inner px-2.5 py-2 leading-snug data-[selected=true]:bg-ai-wash ${entry.disabled ? 'text-muted' : 'data-[selected=true]:text-ai-strong'}`}
    >
      <Icon aria-hidden="true" strokeWidth={1.75} className="size-[18px] flex-none" />
      <span className="min-w-0 flex-1">{entry.label}</span>
      {entry.shortcut && <span className="key">{entry.shortcut}</span>}
    </Command.Item>
  );
}

/** The message for an empty result is below the list, because a list box may contain only options. */
function Status({ text }: { readonly text: string | undefined }) {
  return (
    <p role="status" className={text === undefined ? 'sr-only' : 'p-4 text-center text-muted'}>
      {text}
    </p>
  );
}

function Hints() {
  const { t } = useTranslation(['app', 'palette']);
  const hints = [
    ['↑↓', t('palette:hintMove')],
    ['↵', t('palette:hintRun')],
    ['Esc', t('palette:hintClose')],
  ] as const;
  return (
    <p
      className="flex gap-4 border-t border-line px-4 py-2 text-small text-muted pointer-coarse:hidden"
      aria-hidden="true"
    >
      {hints.map(([key, word]) => (
        <span key={key} className="flex items-center gap-1.5">
          <span className="key">{key}</span>
          {word}
        </span>
      ))}
    </p>
  );
}
