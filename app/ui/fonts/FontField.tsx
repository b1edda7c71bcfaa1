import { Check, ChevronDown, FilePlus, Star, Trash2 } from 'lucide-react';
import { useContext, useEffect, useMemo, useState } from 'react';
import {
  Button as AriaButton,
  Collection,
  ComboBox,
  ComboBoxStateContext,
  Header,
  Input,
  type Key,
  Label,
  ListBox,
  ListBoxItem,
  ListBoxSection,
  Popover,
} from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { Button } from '../Button.tsx';
import { isComposing } from '../keys.ts';
import { FileButton } from '../screen/FileButton.tsx';
import { FontSampleText } from './FontSampleText.tsx';
import {
  ACCEPTED_FONTS,
  addOwnFont,
  isAbsent,
  isOwnFamily,
  removeOwnFont,
  restoreOwnFonts,
  useOwnFonts,
} from './own-fonts.ts';
import './font-field.css';
import { otherLabelOf, useFamilyLabel } from './family-names.ts';
import { type FontOption, familyOf, useFontGroups, useFontWords } from './font-groups.ts';
import { useFavoriteFonts, useRecentFonts } from './recent-fonts.ts';

interface FontFieldProps {
  readonly label: string;
  /** Name of the selected font family. A font that the visitor has added has the prefix `own:`. */
  readonly value: string;
  readonly onChange: (family: string) => void;
  /** The visitor's text. Its first letters are the sample text of the fonts. */
  readonly text?: string;
  readonly disabled?: boolean;
}

const SAMPLE_GRAPHEMES = 8;
const NONE: readonly string[] = [];

/** A font picker with search by name, script or style. Shows each name in its own font. Accepts font files. */
export function FontField({ label, value, onChange, text = '', disabled }: FontFieldProps) {
  const { t, i18n } = useTranslation(['app', 'stage']);
  const familyLabel = useFamilyLabel();
  const [recent, remember] = useRecentFonts();
  const [favorites, toggleFavorite] = useFavoriteFonts();
  const [typed, setTyped] = useState('');
  const fonts = useOwnFonts((state) => state.fonts);
  const restored = useOwnFonts((state) => state.restored);
  const searching = typed !== '' && typed !== familyLabel(value);
  const groups = useFontGroups(searching ? NONE : favorites, searching ? NONE : recent);
  const words = useMemo(() => firstWords(text), [text]);
  const matches = useFontWords();
  useEffect(() => void restoreOwnFonts(), []);

  const choose = (family: string) => {
    remember(family);
    if (family !== value) onChange(family);
  };
  const add = async (file: File) => {
    const family = await addOwnFont(file);
    if (family) choose(family);
  };
  const item = ({ id, family }: FontOption) => (
    <ListBoxItem className="menu-item font-option" id={id} textValue={familyLabel(family)}>
      <span className="font-name">
        {familyLabel(family)}
        <span className="font-other-name">{otherLabelOf(family, i18n.language)}</span>
      </span>
      <FontSampleText family={family} words={words} />
      <Check aria-hidden size={16} className="menu-check" data-chosen={family === value || undefined} />
    </ListBoxItem>
  );
  return (
    <div className="font-field">
      <ComboBox
        className="field"
        selectedKey={value}
        onSelectionChange={(key) => key !== null && choose(familyOf(String(key)))}
        onInputChange={setTyped}
        defaultItems={groups}
        defaultFilter={matches}
        allowsEmptyCollection
        isDisabled={disabled}
      >
        <Label className="field-label">{label}</Label>
        <div className="field-box">
          <FontInput searching={searching} />
          <AriaButton className="field-step font-open">
            <ChevronDown aria-hidden size={16} />
          </AriaButton>
        </div>
        <Popover className="popover font-popover">
          <ListBox
            className="menu"
            renderEmptyState={() => <p className="panel-note font-none">{t('stage:fonts.nothing')}</p>}
          >
            {(group: (typeof groups)[number]) => (
              <ListBoxSection id={`group-${group.id}`}>
                <Header className="menu-heading">{group.label}</Header>
                <Collection items={group.options}>{item}</Collection>
              </ListBoxSection>
            )}
          </ListBox>
        </Popover>
      </ComboBox>
      {restored && isAbsent(value, fonts) && (
        <p className="panel-note">{t('stage:fonts.absent', { font: familyLabel(value) })}</p>
      )}
      <div className="action-group">
        <FileButton
          accept={ACCEPTED_FONTS}
          onFile={(file) => void add(file)}
          icon={FilePlus}
          look="quiet"
          size="small"
          disabled={disabled}
        >
          {t('stage:fonts.add')}
        </FileButton>
        <Button
          look="quiet"
          size="small"
          icon={Star}
          iconOnly
          aria-pressed={favorites.includes(value)}
          disabled={disabled}
          onClick={() => toggleFavorite(value)}
        >
          {t('stage:fonts.favorite')}
        </Button>
        {isOwnFamily(value) && !isAbsent(value, fonts) && (
          <Button
            look="quiet"
            size="small"
            icon={Trash2}
            iconOnly
            disabled={disabled}
            onClick={() => void removeOwnFont(value)}
          >
            {t('stage:fonts.remove', { font: familyLabel(value) })}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Enter picks the focused option or the first match, because filtering in react-stately loses the focused option. */
function FontInput({ searching }: { searching: boolean }) {
  const state = useContext(ComboBoxStateContext);
  return (
    <Input
      className="field-input"
      // Only real focus selects the text. The list dispatches focus events too, while the visitor types.
      onFocus={(event) => event.isTrusted && event.currentTarget.select()}
      onClick={() => state && !state.isOpen && state.open(null, 'manual')}
      onKeyDownCapture={(event) => {
        if (event.key !== 'Enter' || isComposing(event.nativeEvent) || !state?.isOpen || !searching) return;
        const key = state.selectionManager.focusedKey ?? firstItem(state.collection);
        if (key === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        state.setSelectedKey(key);
        state.close();
      }}
    />
  );
}

type ComboBoxCollection = NonNullable<React.ContextType<typeof ComboBoxStateContext>>['collection'];

function firstItem(collection: ComboBoxCollection): Key | undefined {
  let key = collection.getFirstKey();
  while (key !== null && collection.getItem(key)?.type !== 'item') key = collection.getKeyAfter(key);
  return key ?? undefined;
}

export function firstWords(text: string): string {
  const line = text.split('\n').find((each) => each.trim() !== '') ?? '';
  const segments = new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(line.trim().slice(0, 80));
  const letters = Array.from(segments, ({ segment }) => segment);
  const start = letters.slice(0, SAMPLE_GRAPHEMES).join('');
  const isCut = letters.length > SAMPLE_GRAPHEMES && letters[SAMPLE_GRAPHEMES] !== ' ';
  // Ends before a word that doesn't fit, unless it is the only one.
  return (isCut && start.includes(' ') ? start.slice(0, start.lastIndexOf(' ')) : start).replace(/[\s,]+$/, '');
}
