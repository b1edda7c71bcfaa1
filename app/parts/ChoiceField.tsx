import { Check, ChevronDown } from 'lucide-react';
import { Button, Label, ListBox, ListBoxItem, Popover, Select, SelectValue } from 'react-aria-components';

export interface ChoiceOption<Id extends string> {
  readonly id: Id;
  readonly label: string;
}

interface ChoiceFieldProps<Id extends string> {
  readonly label: string;
  readonly options: readonly ChoiceOption<Id>[];
  readonly value: Id;
  readonly onChange: (value: Id) => void;
  readonly disabled?: boolean;
}

/** One of a few. */
export function ChoiceField<Id extends string>({ label, options, value, onChange, disabled }: ChoiceFieldProps<Id>) {
  return (
    <Select
      className="field"
      value={value}
      onChange={(key) => key !== null && onChange(key as Id)}
      isDisabled={disabled}
    >
      <Label className="field-label">{label}</Label>
      <Button className="field-box field-select">
        <SelectValue className="field-input">{({ selectedText }) => selectedText}</SelectValue>
        <ChevronDown aria-hidden size={16} />
      </Button>
      <Popover className="popover">
        <ListBox className="menu" items={options}>
          {(option) => (
            <ListBoxItem className="menu-item" id={option.id} textValue={option.label}>
              {option.label}
              <Check aria-hidden size={16} className="menu-check" />
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </Select>
  );
}
