import { useTranslation } from 'react-i18next';
import { useShallow } from 'zustand/react/shallow';
import { normalizeBox } from '#core/geometry/box.ts';
import type { Size } from '#core/geometry/point.ts';
import { writeTexts } from '#core/operations/write-texts.ts';
import { textBox } from '#core/text/compose.ts';
import { advancedText } from '#core/text/settings.ts';
import { useDeclaredWords } from '../../ui/fields/declared-words.ts';
import { insideImage, ParameterFields } from '../../ui/fields/ParameterFields.tsx';
import { FontField, firstWords } from '../../ui/fonts/FontField.tsx';
import { SidePanel } from '../../ui/screen/SidePanel.tsx';
import { shownText, textDocument, useTabName } from './document.ts';
import { textBoxesTool } from './tool.ts';

/** Settings of the open text. Typing does not re-render the panel. */
export function TextPanel({ size }: { readonly size: Size }) {
  const { t } = useTranslation();
  const tabName = useTabName();
  const active = textDocument.use((state) => state.active);
  const notation = textDocument.use((state) => state.notation);
  const settings = textDocument.use(
    useShallow((state) => {
      const { text: _, ...rest } = shownText(state);
      return rest;
    }),
  );
  return (
    <SidePanel tool="advanced_text_editor" title={t('advanced_text_editor.editing', { name: tabName(active) })}>
      <ParameterFields
        operation="write-texts"
        within="texts"
        fields={advancedText}
        // Until the visitor draws a box, the fields show the default box.
        values={{ ...settings, boundingBox: textBox(settings.boundingBox, size) }}
        onChange={(name, value, control) =>
          textDocument.patchActive({ [name]: name === 'boundingBox' ? normalizeBox(value) : value }, control)
        }
        maxOf={insideImage(size)}
        elsewhere={textBoxesTool.setElsewhere['write-texts.texts']}
        custom={{ fontFamily: <FontChoice value={settings.fontFamily} /> }}
      />
      <div className="panel-rest">
        <ParameterFields
          operation="write-texts"
          fields={writeTexts.params}
          values={notation}
          onChange={(name, value) => textDocument.changeNotation({ ...notation, [name]: value }, name)}
          elsewhere={textBoxesTool.setElsewhere['write-texts']}
        />
      </div>
    </SidePanel>
  );
}

function FontChoice({ value }: { readonly value: string }) {
  const translate = useDeclaredWords();
  const words = textDocument.use((state) => firstWords(shownText(state).text));
  return (
    <FontField
      label={translate('parameters.write-texts.texts.fontFamily')}
      value={value}
      onChange={(fontFamily) => textDocument.patchActive({ fontFamily })}
      text={words}
    />
  );
}
