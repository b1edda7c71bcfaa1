import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FoldedSection, ParameterFields } from './ParameterFields.tsx';

interface FirstFieldsProps extends ComponentProps<typeof ParameterFields> {
  /** Names of the fields that stay open, in their order. */
  readonly first: readonly string[];
  /** Control between the first fields and the folded rest, and the field that it replaces. */
  readonly children: ReactNode;
  readonly replaced?: string;
}

/** The fields that most visitors need; all others are folded. */
export function FirstFields({ first, children, replaced, fields, ...props }: FirstFieldsProps) {
  const { t } = useTranslation(['app', 'stage']);
  const shown = Object.fromEntries(first.flatMap((name) => (fields[name] ? [[name, fields[name]]] : [])));
  const rest = Object.fromEntries(
    Object.entries(fields).filter(([name]) => !first.includes(name) && name !== replaced),
  );
  return (
    <>
      <ParameterFields {...props} fields={shown} />
      {children}
      <FoldedSection heading={t('stage:moreSettings')} isChanged={false}>
        <ParameterFields {...props} fields={rest} />
      </FoldedSection>
    </>
  );
}
