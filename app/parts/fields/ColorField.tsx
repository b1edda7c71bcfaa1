import {
  ColorField as AriaColorField,
  Button,
  ColorArea,
  ColorPicker,
  ColorSlider,
  ColorSwatch,
  ColorThumb,
  Dialog,
  DialogTrigger,
  Input,
  Label,
  Popover,
  parseColor,
  SliderTrack,
} from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { blurOnOutsidePress } from '../blur-on-outside-press.ts';

interface ColorFieldProps {
  readonly label: string;
  /** `#rrggbb`, or `#rrggbbaa` with `alpha`. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Lets the visitor choose a translucent colour. */
  readonly alpha?: boolean;
  readonly disabled?: boolean;
}

/** A swatch that opens a picker, and the colour's code to type. */
export function ColorField({ label, value, onChange, alpha = false, disabled }: ColorFieldProps) {
  const { t } = useTranslation();
  const emit = (color: { toString(format: 'hex' | 'hexa'): string }) =>
    onChange(color.toString(alpha ? 'hexa' : 'hex').toLowerCase());
  return (
    <ColorPicker value={parseColor(value)} onChange={emit}>
      <AriaColorField className="field" value={value} onChange={(color) => color && emit(color)} isDisabled={disabled}>
        <Label className="field-label">{label}</Label>
        <div className="field-box">
          <DialogTrigger>
            <Button className="color-button" aria-label={t('common.pickColor', { label })} isDisabled={disabled}>
              <ColorSwatch className="color-swatch" />
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
          <Input {...blurOnOutsidePress} className="field-input tabular" />
        </div>
      </AriaColorField>
    </ColorPicker>
  );
}
