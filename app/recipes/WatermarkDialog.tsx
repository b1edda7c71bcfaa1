import { useNavigate } from '@remix-run/react';
import { ImagePlus, Type } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { watermark } from '#core/operations/watermark.ts';
import { pageValues } from '#core/parameters/parse.ts';
import type { RecipeStep } from '#core/recipes/recipe.ts';
import { thisTab } from '../document/this-tab.ts';
import { ACCEPTED_IMAGES } from '../ui/accepted-images.ts';
import { Button } from '../ui/Button.tsx';
import { useDeclaredWords } from '../ui/fields/declared-words.ts';
import { ParameterFields } from '../ui/fields/ParameterFields.tsx';
import { TextAreaField } from '../ui/fields/TextAreaField.tsx';
import { FileButton } from '../ui/screen/FileButton.tsx';
import { fileReference } from '../workers/image-client.ts';
import { applyRecipe } from './apply-recipe.ts';
import type { DialogBodyProps } from './OfferDialog.tsx';
import { useRecipeDialogs } from './recipe-dialogs.ts';

const { params: fields } = watermark;

/** Dialog that repeats a text or a logo over the open image, or over all images of a batch. */
export default function WatermarkDialog({ titleId }: DialogBodyProps) {
  const { t } = useTranslation(['app', 'recipe']);
  const translate = useDeclaredWords();
  const navigate = useNavigate();
  const hasImage = useRecipeDialogs((state) => state.tool)?.screen.use.getState().image !== undefined;
  const [values, setValues] = useState<Readonly<Record<string, unknown>>>(() => pageValues(fields));
  const change = (name: string, value: unknown) => setValues((before) => ({ ...before, [name]: value }));
  const text = values.text as string;
  const [logo, setLogo] = useState<File>();
  const step = (): RecipeStep =>
    logo
      ? {
          operation: watermark.id,
          params: { ...values, text: '' },
          inputs: { image: fileReference(thisTab().files.add(logo)) },
        }
      : { operation: watermark.id, params: values };
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
            <>
              {logo ? (
                <p className="break-words">{logo.name}</p>
              ) : (
                <TextAreaField
                  label={translate('parameters.watermark.text')}
                  value={text}
                  onChange={(typed) => change('text', typed.slice(0, fields.text.maxLength))}
                  onDraft={() => {}}
                  rows={2}
                />
              )}
              <div className="recipe-dialog-buttons">
                <FileButton accept={ACCEPTED_IMAGES} icon={ImagePlus} size="small" onFile={setLogo}>
                  {t('recipe:watermark.logo')}
                </FileButton>
                {logo && (
                  <Button size="small" icon={Type} onClick={() => setLogo(undefined)}>
                    {t('recipe:watermark.text')}
                  </Button>
                )}
              </div>
            </>
          ),
        }}
      />
      <div className="recipe-dialog-buttons">
        <Button look="primary" onClick={() => applyRecipe([step()], navigate)} disabled={!logo && text.trim() === ''}>
          {hasImage ? t('common.apply') : t('recipe:offer.applyNext')}
        </Button>
      </div>
    </>
  );
}
