import { useTranslation } from 'react-i18next';
import type { Field } from '#core/parameters/fields.ts';
import { ColorField } from '../../parts/ColorField.tsx';
import { useDeclaredWords } from '../../parts/declared-words.ts';
import { FontField, firstWords } from '../../parts/FontField.tsx';
import { ParameterField } from '../../parts/ParameterField.tsx';
import { SidePanel } from '../../parts/SidePanel.tsx';
import { useWatermark } from './document.ts';
import { usePartName } from './part-name.ts';
import { type PoemLook, poemParts } from './poem.ts';
import type { PoemKind } from './poem-kind.ts';

type Color = 'textColor' | 'outlineTextColor';
type Single = Exclude<keyof PoemLook, Color | 'fontFamily'>;

/** How the open text looks, and what belongs to the picture as a whole. Not drawn anew while one types. */
export function PoemPanel({ kind }: { kind: PoemKind }) {
  const { t } = useTranslation();
  const say = useDeclaredWords();
  const nameOf = usePartName(kind);
  const active = kind.document.use((state) => state.active);
  const style = kind.document.use((state) => state.history.present[active]?.style as PoemLook);
  const [watermark, setWatermark] = useWatermark(kind);
  const part = poemParts[active] ?? 'main';
  const fields: Readonly<Record<string, Field>> = kind.fields[part];
  const operation = kind.operation.id;

  const change = (name: keyof PoemLook, value: unknown) =>
    kind.document.patchActive({ style: { ...style, [name]: value } }, name);
  const single = (name: Single) => {
    const field = fields[name];
    const mayBeEmpty = field?.kind === 'number' && field.default === undefined && !field.required;
    return (
      field && (
        <ParameterField
          key={name}
          operation={operation}
          name={`style.${part}.${name}`}
          field={field}
          value={style[name]}
          onChange={(value: never) => change(name, value)}
          onEmpty={mayBeEmpty ? () => change(name, undefined) : undefined}
        />
      )
    );
  };
  const color = (name: Color) => (
    <ColorField
      label={say(`parameters.${operation}.style.${part}.${name}`)}
      value={style[name]}
      alpha
      onChange={(value) => change(name, value)}
    />
  );
  const isAuthor = part === 'author';
  return (
    <SidePanel tool={kind.route} title={t('poem.editing', { part: nameOf(part) })}>
      <FontChoice
        key={part}
        kind={kind}
        label={say(`parameters.${operation}.style.${part}.fontFamily`)}
        value={style.fontFamily}
      />
      <div className="field-grid">
        {single('fontPctH')}
        {single('bold')}
        {single('paddingPctW')}
        {isAuthor && single('paddingPctH')}
      </div>
      {isAuthor && kind.route === 'horizontal_editor' && <p className="panel-note">{t('poem.follows')}</p>}
      <div className="field-grid">
        {single('charGapEm')}
        {single('colGapEm')}
      </div>
      {single('useVariableWidthFont')}
      {color('textColor')}
      <div className="field-grid">
        {color('outlineTextColor')}
        {single('outlineTextWidth')}
      </div>
      {single('showGuides')}
      <div className="panel-rest">
        <ParameterField
          operation={operation}
          name="watermark"
          field={kind.operation.params.watermark}
          value={watermark}
          onChange={setWatermark}
        />
      </div>
    </SidePanel>
  );
}

function FontChoice({ kind, label, value }: { kind: PoemKind; label: string; value: string }) {
  const words = kind.document.use(({ history, active }) => firstWords(history.present[active]?.text ?? ''));
  const choose = (fontFamily: string) => {
    const { active, history } = kind.document.use.getState();
    const style = history.present[active]?.style;
    if (style) kind.document.patchActive({ style: { ...style, fontFamily } });
  };
  return <FontField label={label} value={value} onChange={choose} text={words} />;
}
