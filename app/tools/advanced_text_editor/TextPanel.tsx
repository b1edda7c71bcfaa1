import { useTranslation } from 'react-i18next';
import { useShallow } from 'zustand/react/shallow';
import { normalizeBox } from '#core/geometry/box.ts';
import { textBox } from '#core/text/compose.ts';
import { type AdvancedText, advancedText } from '#core/text/settings.ts';
import { ColorField } from '../../parts/ColorField.tsx';
import { useDeclaredWords } from '../../parts/declared-words.ts';
import { FontField, firstWords } from '../../parts/FontField.tsx';
import { ParameterField } from '../../parts/ParameterField.tsx';
import { SidePanel } from '../../parts/SidePanel.tsx';
import type { Size } from '../../parts/stage-view.ts';
import { shownText, textDocument, useTabName } from './document.ts';

type Settings = Omit<AdvancedText, 'text'>;
type Color = 'textColor' | 'outlineTextColor' | 'borderColor' | 'fillColor';
type Single = Exclude<keyof Settings, Color | 'boundingBox' | 'fontFamily'>;

interface TextPanelProps {
  readonly size: Size;
}

/** Every setting of the open text. It is drawn anew when one changes, not with every letter that is typed. */
export function TextPanel({ size }: TextPanelProps) {
  const { t } = useTranslation();
  const say = useDeclaredWords();
  const tabName = useTabName();
  const active = textDocument.use((state) => state.active);
  const settings: Settings = textDocument.use(
    useShallow((state) => {
      const { text: _, ...rest } = shownText(state);
      return rest;
    }),
  );
  const single = (name: Single) => (
    <ParameterField
      operation="write-texts"
      name={`texts.${name}`}
      field={advancedText[name]}
      value={settings[name]}
      onChange={(value: never) => textDocument.patchActive({ [name]: value }, name)}
    />
  );
  const color = (name: Color) => (
    <ColorField
      label={say(`parameters.write-texts.texts.${name}`)}
      value={settings[name]}
      alpha
      onChange={(value) => textDocument.patchActive({ [name]: value }, name)}
    />
  );
  return (
    <SidePanel tool="advanced_text_editor" title={t('advanced_text_editor.editing', { name: tabName(active) })}>
      <FontChoice value={settings.fontFamily} />
      <div className="field-grid text-size-row">
        {single('fontPt')}
        {single('bold')}
      </div>
      {color('textColor')}
      <div className="field-grid">
        {single('charGapEm')}
        {single('colGapEm')}
        {single('align')}
        {single('vAlign')}
      </div>
      <div>
        {single('useVariableWidthFont')}
        {single('useVerticalText')}
      </div>
      <div className="field-grid">
        {color('outlineTextColor')}
        {single('outlineTextWidth')}
      </div>
      {single('mode')}
      <BoxFields settings={settings} size={size} />
      {single('rotation')}
      <div>
        {single('drawBox')}
        {single('fillBox')}
      </div>
      {color('borderColor')}
      {color('fillColor')}
      <div className="field-grid">
        {single('boxMargin')}
        {single('borderWidth')}
        {single('borderRadius')}
      </div>
    </SidePanel>
  );
}

function FontChoice({ value }: { value: string }) {
  const say = useDeclaredWords();
  const words = textDocument.use((state) => firstWords(shownText(state).text));
  return (
    <FontField
      label={say('parameters.write-texts.texts.fontFamily')}
      value={value}
      onChange={(fontFamily) => textDocument.patchActive({ fontFamily })}
      text={words}
    />
  );
}

function BoxFields({ settings, size }: TextPanelProps & { readonly settings: Settings }) {
  const say = useDeclaredWords();
  const box = textBox(settings.boundingBox, size);
  return (
    <fieldset className="text-box-fields">
      <legend className="field-label">{say('parameters.write-texts.texts.boundingBox.label')}</legend>
      <div className="field-grid">
        {(['top', 'left', 'bottom', 'right'] as const).map((edge) => (
          <ParameterField
            key={edge}
            operation="write-texts"
            name={`texts.boundingBox.${edge}`}
            field={advancedText.boundingBox.fields[edge]}
            value={box[edge]}
            max={edge === 'top' || edge === 'bottom' ? size.height : size.width}
            onChange={(value: number) =>
              textDocument.patchActive({ boundingBox: normalizeBox({ ...box, [edge]: value }) }, `boundingBox.${edge}`)
            }
          />
        ))}
      </div>
    </fieldset>
  );
}
