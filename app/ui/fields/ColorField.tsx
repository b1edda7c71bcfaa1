import { useId, useState } from 'react';
import {
  Button,
  ColorArea,
  ColorPicker,
  ColorSlider,
  ColorSwatch,
  ColorThumb,
  Dialog,
  DialogTrigger,
  Popover,
  parseColor,
  SliderTrack,
} from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { commitOnLeave } from '../blur-on-outside-press.ts';
import { Tip } from '../Tip.tsx';
import { colorIn } from './color-text.ts';
import { FieldFrame, framedInput } from './FieldFrame.tsx';

interface ColorFieldProps {
  readonly label: string;
  /** Color as `#rrggbb`, or as `#rrggbbaa` with `alpha`. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly alpha?: boolean;
  readonly disabled?: boolean;
}

export function ColorField({ label, value, onChange, alpha = false, disabled }: ColorFieldProps) {
  const { t } = useTranslation(['app', 'controls']);
  const id = useId();
  const [draft, setDraft] = useState<string>();
  const [wrong, setWrong] = useState<'controls:colorWrong' | 'controls:colorOpaque'>();
  // Replaces an invalid code when the value changes elsewhere, for example by Undo.
  const [shown, setShown] = useState(value);
  if (shown !== value) {
    setShown(value);
    setDraft(undefined);
    setWrong(undefined);
  }
  const commit = () => {
    if (draft === undefined) return;
    const color = colorIn(draft, alpha);
    if (color === undefined) return setWrong(colorIn(draft, true) ? 'controls:colorOpaque' : 'controls:colorWrong');
    setDraft(undefined);
    if (color !== colorIn(value, alpha)) onChange(color);
  };
  const error = wrong && t(wrong);
  return (
    <ColorPicker
      value={parseColor(value)}
      onChange={(color) => onChange(colorIn(color.toString(alpha ? 'hexa' : 'hex'), alpha) ?? value)}
    >
      <FieldFrame id={id} label={label} error={error} disabled={disabled}>
        <ColorDialog {...{ label, alpha, disabled }} />
        <input
          {...framedInput(id, error)}
          {...commitOnLeave(commit)}
          className="field-input tabular"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          maxLength={20}
          value={draft ?? colorIn(value, true) ?? value}
          disabled={disabled}
          onChange={(event) => {
            setDraft(event.currentTarget.value);
            setWrong(undefined);
          }}
        />
      </FieldFrame>
    </ColorPicker>
  );
}

/** A color as a button without a field. */
export function ColorButton({ value, onChange, alpha = false, ...props }: ColorFieldProps) {
  return (
    <ColorPicker
      value={parseColor(value)}
      onChange={(color) => onChange(colorIn(color.toString(alpha ? 'hexa' : 'hex'), alpha) ?? value)}
    >
      <ColorDialog {...props} alpha={alpha} />
    </ColorPicker>
  );
}

function ColorDialog({ label, alpha, disabled }: Pick<ColorFieldProps, 'label' | 'alpha' | 'disabled'>) {
  const { t } = useTranslation();
  return (
    <DialogTrigger>
      <Button className="color-button" aria-label={t('common.pickColor', { label })} isDisabled={disabled}>
        <Tip text={t('common.pickColor', { label })}>
          <ColorSwatch className="color-swatch" />
        </Tip>
      </Button>
      <Popover className="popover" placement="bottom start">
        <Dialog className="color-dialog" aria-label={label}>
          <ColorArea className="color-area" colorSpace="hsb" xChannel="saturation" yChannel="brightness">
            <ColorThumb className="color-thumb" />
          </ColorArea>
          <ColorSlider className="color-slider" colorSpace="hsb" channel="hue">
            <SliderTrack className="color-track">
              <ColorThumb className="color-thumb" />
            </SliderTrack>
          </ColorSlider>
          {alpha && (
            <ColorSlider className="color-slider" colorSpace="hsb" channel="alpha">
              <SliderTrack className="color-track checkerboard">
                <ColorThumb className="color-thumb" />
              </SliderTrack>
            </ColorSlider>
          )}
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
