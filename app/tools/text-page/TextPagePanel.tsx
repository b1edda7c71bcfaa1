import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { notationFields } from '#core/text/settings.ts';
import { NO_IMAGE } from '../../image-tool/BlankBackgroundSource.tsx';
import { LazyTextLooks as TextLooks } from '../../image-tool/LazyTextLooks.tsx';
import { lookStyle, type TextLookId, textLooks } from '../../image-tool/text-looks.ts';
import { useDeclaredWords } from '../../ui/fields/declared-words.ts';
import { FirstFields } from '../../ui/fields/FirstFields.tsx';
import { ParameterFields } from '../../ui/fields/ParameterFields.tsx';
import { PositionPad } from '../../ui/fields/PositionPad.tsx';
import { FontField, firstWords } from '../../ui/fonts/FontField.tsx';
import { SidePanel } from '../../ui/screen/SidePanel.tsx';
import { toolOf } from '../catalog.ts';
import { defaultStyle } from './initial-style.ts';
import { usePartName } from './part-name.ts';
import { type PagePartStyle, type PageText, pageParts } from './text-page.ts';
import type { TextPageKind } from './text-page-kind.ts';

const AnimationFields = lazy(() => import('./AnimationFields.tsx'));

/** Settings that most texts need, in the order of the panel. The position follows. */
const FIRST = ['fontFamily', 'fontPctH', 'bold', 'italic', 'textColor', 'outlineTextColor', 'outlineTextWidth'];

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
  const change = (name: string, value: unknown) =>
    // A new anchor resets the offset, which refers to the previous anchor.
    kind.document.patchActive({ style: { ...style, ...(name === 'anchor' && NO_OFFSET), [name]: value } }, name);
  const elsewhere = toolOf(kind.route)?.setElsewhere?.[`${operation}.style.main`];
  return (
    <SidePanel tool={kind.route} title={t('stage:textPage.editing', { part: nameOf(part) })}>
      <PageLooks kind={kind} />
      <FirstFields
        operation={operation}
        within={`style.${part}`}
        fields={kind.fields[part]}
        values={{ ...style }}
        onChange={change}
        elsewhere={part === 'main' ? elsewhere : undefined}
        custom={{ fontFamily: font }}
        first={FIRST}
        replaced="anchor"
      >
        <PositionPad
          label={translate(`parameters.${operation}.style.${part}.anchor`)}
          value={style.anchor === 'none' ? undefined : style.anchor}
          onChange={(anchor) => change('anchor', anchor)}
          automatic={{
            label: translate(`choices.${operation}.style.${part}.anchor.none`),
            onChoose: () => change('anchor', 'none'),
          }}
        />
      </FirstFields>
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
        <Suspense>
          <AnimationFields kind={kind} />
        </Suspense>
      </div>
    </SidePanel>
  );
}

function PageLooks({ kind }: { kind: TextPageKind }) {
  const { t } = useTranslation();
  const active = kind.document.use((state) => state.active);
  const part = kind.document.use((state) => state.items[active]) as PageText;
  const id = pageParts[active] ?? 'main';
  const words = firstWords(part.text) || firstWords(t(`${kind.route}.sample.${id}`));
  const colors = kind.look.colors[active];
  const fontPx = ((colors?.size ?? NO_IMAGE).height * part.style.fontPctH) / 100;
  const partIn = (look: TextLookId): PageText => {
    const plain = kind.look.begin({ text: words, style: defaultStyle(kind.fields[id]) }, active).style;
    const next = { ...part, style: { ...part.style, ...lookStyle(look, fontPx, words, plain) } };
    return textLooks[look].isReadable ? (colors?.choose(next) ?? next) : next;
  };
  return (
    <TextLooks
      style={part.style}
      words={words}
      fontPx={fontPx}
      styleIn={(look) => partIn(look).style}
      onChoose={(look) => kind.document.changeActive(partIn(look))}
    />
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
