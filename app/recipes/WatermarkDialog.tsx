import { useNavigate } from '@remix-run/react';
import { ImagePlus, Type } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Position } from '#core/geometry/positions.ts';
import { watermark } from '#core/operations/watermark.ts';
import { pageValues } from '#core/parameters/parse.ts';
import type { RecipeStep } from '#core/recipes/recipe.ts';
import { thisTab } from '../document/this-tab.ts';
import { ACCEPTED_IMAGES } from '../ui/accepted-images.ts';
import { Button } from '../ui/Button.tsx';
import { useDeclaredWords } from '../ui/fields/declared-words.ts';
import { ParameterFields } from '../ui/fields/ParameterFields.tsx';
import { PositionPad } from '../ui/fields/PositionPad.tsx';
import { TextAreaField } from '../ui/fields/TextAreaField.tsx';
import { FileButton } from '../ui/screen/FileButton.tsx';
import { showBitmap } from '../ui/stage/painted-canvas.ts';
import { fileReference, imageWorker } from '../workers/image-client.ts';
import { applyRecipe } from './apply-recipe.ts';
import type { DialogBodyProps } from './OfferDialog.tsx';
import { type RecipeTool, useRecipeDialogs } from './recipe-dialogs.ts';

const { params: fields } = watermark;

/** Dialog that puts a text or a logo over the open image, or over all images of a batch. */
export default function WatermarkDialog({ titleId }: DialogBodyProps) {
  const { t } = useTranslation(['app', 'recipe']);
  const translate = useDeclaredWords();
  const navigate = useNavigate();
  const tool = useRecipeDialogs((state) => state.tool);
  const hasImage = tool?.screen.use.getState().image !== undefined;
  const [values, setValues] = useState<Readonly<Record<string, unknown>>>(() => pageValues(fields));
  const change = (name: string, value: unknown) => setValues((before) => ({ ...before, [name]: value }));
  const text = values.text as string;
  const [logo, setLogo] = useState<File>();
  const step = (fileId?: string): RecipeStep =>
    fileId === undefined
      ? { operation: watermark.id, params: values }
      : { operation: watermark.id, params: { ...values, text: '' }, inputs: { image: fileReference(fileId) } };
  const hasMark = logo !== undefined || text.trim() !== '';
  return (
    <>
      <h2 id={titleId} className="text-heading">
        {translate('operations.watermark.name')}
      </h2>
      <div className="watermark-parts">
        {tool && hasImage && <Preview tool={tool} logo={logo} step={hasMark ? step : undefined} />}
        <div className="watermark-fields">
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
              anchor: (
                <PositionPad
                  label={translate('parameters.watermark.anchor')}
                  value={values.anchor as Position}
                  onChange={(anchor) => change('anchor', anchor)}
                />
              ),
            }}
          />
        </div>
      </div>
      <div className="recipe-dialog-buttons">
        <Button
          look="primary"
          onClick={() => applyRecipe([step(logo && thisTab().files.add(logo))], navigate)}
          disabled={!hasMark}
        >
          {hasImage ? t('common.apply') : t('recipe:offer.applyNext')}
        </Button>
      </div>
    </>
  );
}

interface PreviewProps {
  readonly tool: RecipeTool;
  readonly logo: File | undefined;
  /** Returns the step with a logo's file ID; `undefined` without text and logo. */
  readonly step: ((fileId?: string) => RecipeStep) | undefined;
}

/** Maximum width and height of the preview in pixels. */
const PREVIEW_SIDE = 960;

/** The open image with the watermark, drawn by the operation itself. The last drawing stays until the next is ready. */
function Preview({ tool, logo, step }: PreviewProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [logoId, setLogoId] = useState<string>();
  useEffect(() => {
    if (!logo) return;
    const id = `watermark:${crypto.randomUUID()}`;
    void imageWorker.addSource({ id, name: logo.name, blob: logo }).then(() => setLogoId(id));
    return () => {
      setLogoId(undefined);
      void imageWorker.removeSource(id);
    };
  }, [logo]);
  const [isBusy, setBusy] = useState(true);
  const shown = JSON.stringify(step?.(logoId));
  useEffect(() => {
    const { image, recipe } = tool.screen.use.getState();
    if (!image || (logo && logoId === undefined)) return;
    const drawing = new AbortController();
    const { signal } = drawing;
    setBusy(true);
    const steps = shown === undefined ? recipe : [...recipe, JSON.parse(shown) as RecipeStep];
    imageWorker
      .preview({ source: image.source.id, steps }, PREVIEW_SIDE, { signal })
      .then((bitmap) => showBitmap(signal.aborted ? null : canvas.current, bitmap))
      // What can't be drawn is reported when it is applied.
      .catch(() => {})
      .finally(() => signal.aborted || setBusy(false));
    return () => drawing.abort();
  }, [tool, shown, logo, logoId]);
  const name = useDeclaredWords()('operations.watermark.name');
  return (
    <canvas
      ref={canvas}
      className="watermark-preview"
      role="img"
      aria-label={name}
      aria-busy={isBusy}
      width="1"
      height="1"
    />
  );
}
