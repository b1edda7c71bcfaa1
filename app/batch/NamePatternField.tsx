import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_NAME_PATTERN_LENGTH, type NamePatternProblem } from '#core/base/name-pattern.ts';
import { blurOnOutsidePress } from '../ui/blur-on-outside-press.ts';

interface NamePatternFieldProps {
  readonly value: string;
  readonly onChange: (pattern: string) => void;
  readonly problem: NamePatternProblem | undefined;
  readonly example: string | undefined;
}

export function NamePatternField({ value, onChange, problem, example }: NamePatternFieldProps) {
  const { t } = useTranslation(['app', 'batch']);
  const id = useId();
  return (
    <div className="field" data-invalid={problem ? true : undefined}>
      <label className="field-label" htmlFor={id}>
        {t('batch:pattern')}
      </label>
      <div className="field-box">
        <input
          {...blurOnOutsidePress}
          id={id}
          className="field-input"
          value={value}
          maxLength={MAX_NAME_PATTERN_LENGTH}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
          aria-invalid={problem ? true : undefined}
          aria-describedby={`${id}-line`}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      </div>
      <p id={`${id}-line`} className={problem ? 'field-error' : 'panel-note batch-example'}>
        {problem
          ? t(`batch:patternProblems.${problem.kind}`, { text: problem.text })
          : t('batch:example', { name: example })}
      </p>
      <p className="panel-note">{t('batch:patternHint')}</p>
    </div>
  );
}
