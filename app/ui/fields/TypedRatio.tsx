import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { parseAspectRatio } from '#core/image/aspect-ratio.ts';
import { commitOnLeave } from '../blur-on-outside-press.ts';
import { FieldFrame, framedInput } from './FieldFrame.tsx';

/** Aspect ratios that tools list, as width:height. */
export const COMMON_RATIOS = ['1:1', '5:4', '4:3', '3:2', '16:9', '4:5', '3:4', '2:3', '9:16'] as const;

interface TypedRatioProps {
  readonly value: string;
  readonly onChange: (typed: string) => void;
  readonly disabled: boolean;
}

/** Commits on Enter or blur, because the partial input `4` of `4:5` is also a valid ratio. */
export function TypedRatio({ value, onChange, disabled }: TypedRatioProps) {
  const { t } = useTranslation();
  const id = useId();
  const [text, setText] = useState(value);
  const [wrong, setWrong] = useState(false);
  const [shown, setShown] = useState(value);
  if (shown !== value) {
    setShown(value);
    setText(value);
    setWrong(false);
  }
  const commit = () => {
    const isRatio = parseAspectRatio(text) !== undefined;
    setWrong(!isRatio && text.trim() !== '');
    if (isRatio && text !== value) onChange(text.trim());
  };
  const error = wrong && t('cropper.aspectWrong');
  return (
    <FieldFrame id={id} label={t('cropper.aspectTyped')} error={error}>
      <input
        {...framedInput(id, error)}
        {...commitOnLeave(commit)}
        className="field-input tabular"
        value={text}
        placeholder="4:5"
        maxLength={20}
        autoComplete="off"
        disabled={disabled}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setWrong(false);
        }}
      />
    </FieldFrame>
  );
}
