import { Pipette } from 'lucide-react';
import { useId, useState } from 'react';
import {
  Button,
  ColorArea,
  ColorField as ColorCode,
  ColorPicker,
  ColorSlider,
  ColorSwatch,
  ColorSwatchPicker,
  ColorSwatchPickerItem,
  ColorThumb,
  Dialog,
  DialogTrigger,
  Input,
  Popover,
  parseColor,
  SliderTrack,
} from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { Button as FudebakoButton } from '../Button.tsx';
import { commitOnLeave } from '../blur-on-outside-press.ts';
import { Tip } from '../Tip.tsx';
import { colorIn, SWATCHES } from './color-text.ts';
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
        <ColorDialog {...{ label, value, alpha, disabled, onChange }} />
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
export function ColorButton({ alpha = false, ...props }: ColorFieldProps) {
  const { value, onChange } = props;
  return (
    <ColorPicker
      value={parseColor(value)}
      onChange={(color) => onChange(colorIn(color.toString(alpha ? 'hexa' : 'hex'), alpha) ?? value)}
    >
      <ColorDialog {...props} alpha={alpha} hasCode />
    </ColorPicker>
  );
}

/** Color that was last chosen in any dialog and is no swatch. */
let lastUsed: string | undefined;

interface EyeDropper {
  readonly open: () => Promise<{ readonly sRGBHex: string }>;
}

/** Returns the browser's eyedropper, which only some browsers have. */
const eyeDropper = (): EyeDropper | undefined => {
  const { EyeDropper } = globalThis as { EyeDropper?: new () => EyeDropper };
  return EyeDropper && new EyeDropper();
};

function ColorDialog({ label, value, alpha, disabled, onChange, hasCode }: ColorFieldProps & { hasCode?: boolean }) {
  const { t } = useTranslation(['app', 'controls']);
  const [recent, setRecent] = useState(lastUsed);
  const remember = (isOpen: boolean) => {
    if (!isOpen && !SWATCHES.some((each) => each === value)) lastUsed = value;
    setRecent(lastUsed);
  };
  // Escape ends the eyedropper without a color.
  const pick = () =>
    eyeDropper()
      ?.open()
      .then(({ sRGBHex }) => onChange(colorIn(sRGBHex, false) ?? value))
      .catch(() => undefined);
  return (
    <DialogTrigger onOpenChange={remember}>
      <Button className="color-button" aria-label={t('common.pickColor', { label })} isDisabled={disabled}>
        <Tip text={t('common.pickColor', { label })}>
          <ColorSwatch className="color-swatch" />
        </Tip>
      </Button>
      <Popover className="popover" placement="bottom start">
        <Dialog className="color-dialog" aria-label={label}>
          <div className="color-swatches">
            <ColorSwatchPicker className="color-swatch-row" aria-label={t('controls:swatches')}>
              {[...SWATCHES, ...(recent && colorIn(recent, alpha === true) ? [recent] : [])].map((color) => (
                <ColorSwatchPickerItem key={color} color={color} className="color-choice">
                  <ColorSwatch className="color-swatch" />
                </ColorSwatchPickerItem>
              ))}
            </ColorSwatchPicker>
            {'EyeDropper' in globalThis && (
              <FudebakoButton look="quiet" icon={Pipette} iconOnly onClick={() => void pick()}>
                {t('controls:eyedropper')}
              </FudebakoButton>
            )}
          </div>
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
          {hasCode && (
            <ColorCode className="field-box" aria-label={t('controls:colorCode')}>
              <Input className="field-input tabular" />
            </ColorCode>
          )}
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
