import { useTranslation } from 'react-i18next';
import { notationFields } from '#core/text/settings.ts';
import { useDeclaredWords } from '../../ui/fields/declared-words.ts';
import { ParameterFields } from '../../ui/fields/ParameterFields.tsx';
import { FontField, firstWords } from '../../ui/fonts/FontField.tsx';
import { SidePanel } from '../../ui/screen/SidePanel.tsx';
import { toolOf } from '../catalog.ts';
import { AnimationFields } from './AnimationFields.tsx';
import { usePartName } from './part-name.ts';
import { type PagePartStyle, pageParts } from './text-page.ts';
import type { TextPageKind } from './text-page-kind.ts';

const NO_OFFSET = { offsetXPct: 0, offsetYPct: 0 };

/** Settings of the open text. Typing does not re-render the panel. */
export function TextPagePanel({ kind }: { kind: TextPageKind }) {
  const { t } = useTranslation(['app', 'stage']);
  const translate = useDeclaredWords();
  const nameOf = usePartName(kind);
  const active = kind.document.use((state) => state.active);
  const style = kind.document.use((state) => state.items[active]?.style as PagePartStyle);
  const notation = kind.document.use((state) => state.notation);
  const part = pageParts[active] ?? 'main';
  const operation = kind.operation.id;
  const font = (
    <FontChoice
      key={part}
      kind={kind}
      label={translate(`parameters.${operation}.style.${part}.fontFamily`)}
      value={style.fontFamily}
    />
  );
  const elsewhere = toolOf(kind.route)?.setElsewhere?.[`${operation}.style.main`];
  return (
    <SidePanel tool={kind.route} title={t('stage:textPage.editing', { part: nameOf(part) })}>
      <ParameterFields
        operation={operation}
        within={`style.${part}`}
        fields={kind.fields[part]}
        values={{ ...style }}
        onChange={(name, value) =>
          // A new anchor resets the offset, which refers to the previous anchor.
          kind.document.patchActive({ style: { ...style, ...(name === 'anchor' && NO_OFFSET), [name]: value } }, name)
        }
        elsewhere={part === 'main' ? elsewhere : undefined}
        custom={{ fontFamily: font }}
      />
      {part === 'author' && kind.route === 'horizontal_editor' && (
        <p className="panel-note">{t('stage:textPage.follows')}</p>
      )}
      <div className="panel-rest">
        <ParameterFields
          operation={operation}
          fields={notationFields}
          values={notation}
          onChange={(name, value) => kind.document.changeNotation({ ...notation, [name]: value }, name)}
        />
        <AnimationFields kind={kind} />
      </div>
    </SidePanel>
  );
}

function FontChoice({ kind, label, value }: { kind: TextPageKind; label: string; value: string }) {
  const words = kind.document.use(({ items, active }) => firstWords(items[active]?.text ?? ''));
  const choose = (fontFamily: string) => {
    const { active, items } = kind.document.use.getState();
    const style = items[active]?.style;
    if (style) kind.document.patchActive({ style: { ...style, fontFamily } });
  };
  return <FontField label={label} value={value} onChange={choose} text={words} />;
}
