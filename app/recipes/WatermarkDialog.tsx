import { useNavigate } from '@remix-run/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { watermark } from '#core/operations/watermark.ts';
import { pageValues } from '#core/parameters/parse.ts';
import { Button } from '../ui/Button.tsx';
import { useDeclaredWords } from '../ui/fields/declared-words.ts';
import { ParameterFields } from '../ui/fields/ParameterFields.tsx';
import { TextAreaField } from '../ui/fields/TextAreaField.tsx';
import { applyRecipe } from './apply-recipe.ts';
import type { DialogBodyProps } from './OfferDialog.tsx';
import { useRecipeDialogs } from './recipe-dialogs.ts';

const { params: fields } = watermark;

/** Dialog that repeats a text over the open image, or over all images of a batch. */
export default function WatermarkDialog({ titleId }: DialogBodyProps) {
  const { t } = useTranslation(['app', 'recipe']);
  const translate = useDeclaredWords();
  const navigate = useNavigate();
  const hasImage = useRecipeDialogs((state) => state.tool)?.screen.use.getState().image !== undefined;
  const [values, setValues] = useState<Readonly<Record<string, unknown>>>(() => pageValues(fields));
  const change = (name: string, value: unknown) => setValues((before) => ({ ...before, [name]: value }));
  const text = values.text as string;
  return (
    <>
      <h2 id={titleId} className="text-heading">
        {translate('operations.watermark.name')}
      </h2>
      <p className="text-muted">{translate('operations.watermark.summary')}</p>
      <ParameterFields
        operation="watermark"
        fields={fields}
        values={values}
        onChange={change}
        custom={{
          text: (
            <TextAreaField
              label={translate('parameters.watermark.text')}
              value={text}
              onChange={(typed) => change('text', typed.slice(0, fields.text.maxLength))}
              onDraft={() => {}}
              rows={2}
            />
          ),
        }}
      />
      <div className="recipe-dialog-buttons">
        <Button
          look="primary"
          onClick={() => applyRecipe([{ operation: 'watermark', params: values }], navigate)}
          disabled={text.trim() === ''}
        >
          {hasImage ? t('common.apply') : t('recipe:offer.applyNext')}
        </Button>
      </div>
    </>
  );
}
