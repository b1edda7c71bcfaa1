import { Download, X } from 'lucide-react';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CancelledError } from '#core/base/errors.ts';
import { baseName } from '#core/base/files.ts';
import { type AnimatedFormat, formatName, type StillFormat } from '#core/image/formats/output-formats.ts';
import { animateImages } from '#core/operations/animate-images.ts';
import { imagesToPdf } from '#core/operations/images-to-pdf.ts';
import { join } from '#core/operations/join.ts';
import { pageValues, parseParameters } from '#core/parameters/parse.ts';
import { showError } from '../notices/error-queue.ts';
import { downloadBlob } from '../platform/download.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { ColorField } from '../ui/fields/ColorField.tsx';
import { TRANSPARENT } from '../ui/fields/color-text.ts';
import { useDeclaredWords } from '../ui/fields/declared-words.ts';
import { ParameterFields } from '../ui/fields/ParameterFields.tsx';
import { runFileOperation } from '../workers/media-client.ts';
import BatchStrip from './BatchStrip.tsx';
import type { Batch, BatchWork } from './batch.ts';
import { batchWorker, type Thumbnail } from './batch-client.ts';
import type { BatchSettings } from './batch-settings.ts';
import { drawJoined, drawPages, playFrames } from './together-preview.ts';

/** In the page, all images have the same delay. */
const { delays: _, ...animationFields } = animateImages.params;

const operations = {
  join,
  'animate-images': { ...animateImages, params: animationFields },
  'images-to-pdf': imagesToPdf,
};

type Operation = keyof typeof operations;

/** An operation that makes one file of all images, and the work that makes the images. */
export interface Together {
  readonly operation: Operation;
  readonly work: BatchWork;
}

interface TogetherDialogProps {
  readonly batch: Batch;
  readonly together: Together;
  readonly settings: BatchSettings;
  readonly onClose: () => void;
}

type Values = Readonly<Record<string, unknown>>;

type Format = AnimatedFormat | StillFormat | 'pdf';

const titles = { join: 'join', 'animate-images': 'animate', 'images-to-pdf': 'pdf' } as const;

const suffixes = { join: '-joined', 'animate-images': '-animation', 'images-to-pdf': '' } as const;

/** Dialog that makes one image, animation or PDF of all images of a batch, in the order of the batch. */
export default function TogetherDialog({ batch, together, settings, onClose }: TogetherDialogProps) {
  const { t } = useTranslation(['app', 'batch']);
  const translate = useDeclaredWords();
  const { operation, work } = together;
  const { params: fields, inputs } = operations[operation];
  const { max, min } = inputs.images;
  const titleId = useId();
  const items = batch.use((state) => state.items);
  const [values, setValues] = useState<Values>(() => pageValues(fields));
  const files = useFiles(batch, together, onClose);
  const thumbnails = useThumbnails(files);
  const [running, setRunning] = useState<AbortController>();
  const present = items.filter(({ id }) => files?.has(id));
  const isReady = files !== undefined && present.length >= min && present.length <= max && fits(fields, values);

  const make = async (format: Format) => {
    const controller = new AbortController();
    const { signal } = controller;
    const chosen = present.flatMap(({ id }) => files?.get(id) ?? []);
    const params = { ...values };
    setRunning(controller);
    try {
      const making =
        operation === 'join'
          ? batchWorker.runTogether(
              chosen,
              { operation, params },
              { ...work.encoding, format: format as StillFormat },
              { signal },
            )
          : runFileOperation(operation, { images: chosen }, params, { signal });
      const { blob } = await batch.stage.hold<{ readonly blob: Blob }>(making);
      downloadBlob(blob, `${baseName(chosen[0]?.name ?? '')}${suffixes[operation]}.${format}`);
      onClose();
    } catch (error) {
      if (!(error instanceof CancelledError)) showError(error);
      setRunning(undefined);
    }
  };
  const close = () => {
    running?.abort();
    onClose();
  };
  const formats: readonly Format[] =
    operation === 'animate-images' ? [values.format as Format] : operation === 'join' ? ['jpg', 'png'] : ['pdf'];
  const nameOf = (format: Format) =>
    operation === 'animate-images' ? translate(`choices.animate-images.format.${format}`) : formatName(format);

  return (
    <Dialog open onClose={close} aria-labelledby={titleId}>
      <div className="batch-together">
        <h2 id={titleId} className="text-heading">
          {t(`batch:together.${titles[operation]}`)}
        </h2>
        <BatchStrip batch={batch} settings={settings} idle={false} />
        <p className="text-muted">{t('batch:together.order')}</p>
        <ParameterFields
          operation={operation}
          fields={fields}
          values={values}
          onChange={(name, value) => setValues({ ...values, [name]: value })}
          custom={
            'background' in fields
              ? {
                  background: (
                    <ColorField
                      key="background"
                      label={translate(`parameters.${operation}.background`)}
                      value={values.background === 'transparent' ? TRANSPARENT : (values.background as string)}
                      onChange={(background) => setValues({ ...values, background })}
                      alpha
                    />
                  ),
                }
              : undefined
          }
          disabled={running !== undefined}
        />
        <Preview
          operation={operation}
          values={values}
          thumbnails={present.flatMap(({ id }) => thumbnails.get(id) ?? [])}
        />
        {files && files.size < items.length && (
          <p role="status">{t('batch:together.omitted', { count: items.length - files.size })}</p>
        )}
        {files && present.length < min && <p role="alert">{t('batch:together.atLeast', { min })}</p>}
        {present.length > max && <p role="alert">{t('batch:together.atMost', { max })}</p>}
        <div className="batch-buttons">
          {formats.map((format, index) => (
            <Button
              key={format}
              look={index === 0 ? 'primary' : 'secondary'}
              icon={Download}
              data-first-focus={index === 0 ? '' : undefined}
              onClick={() => void make(format)}
              disabled={!isReady || running !== undefined}
            >
              {t('batch:together.download', { format: nameOf(format) })}
            </Button>
          ))}
          <Button icon={X} onClick={close}>
            {t('common.cancel')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/** Returns the files to put together; undefined while they are made. */
function useFiles(batch: Batch, { work }: Together, onClose: () => void) {
  const [files, setFiles] = useState<ReadonlyMap<string, File>>();
  const latest = useRef(onClose);
  latest.current = onClose;
  useEffect(() => {
    let isGone = false;
    const use = (found: ReadonlyMap<string, File> | undefined) => {
      if (isGone) return;
      if (found) setFiles(found);
      else latest.current();
    };
    batch.files(work).then(use, (error: unknown) => {
      showError(error);
      latest.current();
    });
    return () => {
      isGone = true;
    };
  }, [batch, work]);
  return files;
}

const THUMBNAIL_PX = 256;

function useThumbnails(files: ReadonlyMap<string, File> | undefined): ReadonlyMap<string, Thumbnail> {
  const [thumbnails, setThumbnails] = useState<ReadonlyMap<string, Thumbnail>>(new Map());
  useEffect(() => {
    if (!files) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    const load = async () => {
      for (const [id, file] of files) {
        if (signal.aborted) return;
        const made = await batchWorker.thumbnail(file, THUMBNAIL_PX, { signal }).catch(() => undefined);
        if (made) setThumbnails((known) => new Map(known).set(id, made));
      }
    };
    void load();
    return () => controller.abort();
  }, [files]);
  return thumbnails;
}

interface PreviewProps {
  readonly operation: Operation;
  readonly values: Values;
  readonly thumbnails: readonly Thumbnail[];
}

function Preview({ operation, values, thumbnails }: PreviewProps) {
  const { t } = useTranslation(['app', 'batch']);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [size, setSize] = useState<{ readonly width: number; readonly height: number }>();
  const { params: fields } = operations[operation];
  const params = useMemo(() => (fits(fields, values) ? parseParameters(fields, values) : undefined), [fields, values]);
  useEffect(() => {
    if (!canvas.current || !params || thumbnails.length === 0) return undefined;
    if (operation === 'animate-images') return playFrames(canvas.current, thumbnails, params as never, setSize);
    setSize(
      operation === 'join'
        ? drawJoined(canvas.current, thumbnails, params as never)
        : drawPages(canvas.current, thumbnails, params as never),
    );
    return undefined;
  }, [operation, params, thumbnails]);
  const note =
    operation === 'images-to-pdf'
      ? t('batch:together.pages', { count: thumbnails.length })
      : size && `${size.width} × ${size.height} px`;
  return (
    <figure className="batch-together-preview">
      <canvas ref={canvas} width={1} height={1} role="img" aria-label={t('batch:together.preview')} />
      <figcaption className="text-muted tabular">{note}</figcaption>
    </figure>
  );
}

function fits(fields: Parameters<typeof parseParameters>[0], values: Values): boolean {
  try {
    parseParameters(fields, values);
    return true;
  } catch {
    return false;
  }
}
