import { Check, ChevronDown } from 'lucide-react';
import { useEffect } from 'react';
import {
  Button,
  Collection,
  Header,
  Label,
  ListBox,
  ListBoxItem,
  ListBoxSection,
  Popover,
  Select,
  SelectValue,
} from 'react-aria-components';

export interface ChoiceOption<Id extends string> {
  readonly id: Id;
  readonly label: string;
  /** Second line of an option in a row; a space to reserve the line. */
  readonly note?: string | undefined;
}

export interface ChoiceGroup<Id extends string> {
  readonly id: string;
  readonly label: string;
  readonly options: readonly ChoiceOption<Id>[];
}

type ChoiceFieldProps<Id extends string> = {
  readonly label: string;
  readonly value: Id;
  readonly onChange: (value: Id) => void;
  /** Called with the highlighted option while the list is open, and with `undefined` when the list closes. */
  readonly onHighlight?: (value: Id | undefined) => void;
  readonly disabled?: boolean;
  readonly hideLabel?: boolean;
} & (
  | { readonly options: readonly ChoiceOption<Id>[]; readonly groups?: undefined }
  | { readonly groups: readonly ChoiceGroup<Id>[]; readonly options?: undefined }
);

export function ChoiceField<Id extends string>(props: ChoiceFieldProps<Id>) {
  const { label, value, onChange, onHighlight, disabled, hideLabel } = props;
  const item = (option: ChoiceOption<Id>) => (
    <ListBoxItem className="menu-item" id={option.id} textValue={option.label}>
      {({ isFocused }) => (
        <>
          <Words text={option.label} />
          <Check aria-hidden size={16} className="menu-check" />
          {onHighlight && isFocused && <Look id={option.id} onHighlight={onHighlight} />}
        </>
      )}
    </ListBoxItem>
  );
  return (
    <Select
      className="field"
      value={value}
      onChange={(key) => key !== null && onChange(key as Id)}
      onOpenChange={(open) => !open && onHighlight?.(undefined)}
      isDisabled={disabled}
    >
      <Label className={hideLabel ? 'sr-only' : 'field-label'}>{label}</Label>
      <Button className="field-box field-select">
        <SelectValue className="field-input">{({ selectedText }) => <Words text={selectedText} />}</SelectValue>
        <ChevronDown aria-hidden size={16} />
      </Button>
      <Popover className="popover">
        {props.groups ? (
          <ListBox className="menu" items={props.groups}>
            {(group) => (
              <ListBoxSection id={`group-${group.id}`}>
                <Header className="menu-heading">{group.label}</Header>
                <Collection items={group.options}>{item}</Collection>
              </ListBoxSection>
            )}
          </ListBox>
        ) : (
          <ListBox className="menu" items={props.options}>
            {item}
          </ListBox>
        )}
      </Popover>
    </Select>
  );
}

/** A size in brackets, such as `(1920 × 1080)`. */
const SIZE = /([(（]\d+ × \d+[)）])/;

/** Breaks a line before a size, and never within it. */
function Words({ text }: { readonly text: string }) {
  const [before, size, after] = text.split(SIZE);
  return size === undefined ? (
    text
  ) : (
    <span>
      {before}
      <span className="whitespace-nowrap">{size}</span>
      {after}
    </span>
  );
}

function Look<Id extends string>({ id, onHighlight }: { id: Id; onHighlight: (value: Id) => void }) {
  useEffect(() => onHighlight(id), [id, onHighlight]);
  return null;
}
