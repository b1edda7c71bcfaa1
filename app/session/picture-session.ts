import { FudebakoError } from '#core/base/errors.ts';
import { baseName } from '#core/base/files.ts';
import type { ImageEncoding } from '#core/image/codecs/encode.ts';
import type { Recipe } from '#core/recipes/recipe.ts';
import { showError } from '../messages/errors.ts';
import { shareBlob } from '../platform/share.ts';
import { type PictureRef, pictureWorker } from '../workers/picture-worker.ts';
import type { Job } from '../workers/work.ts';
import { wholeRecipe, withSteps } from './edit-steps.ts';
import { OpenPicture } from './open-picture.ts';
import { type BasePicture, basePictureOf, sizeOf } from './picture.ts';
import { sessionsBy } from './session.ts';

/** Steps that the tool only previews, and the name of a file with these steps. */
interface Drawn {
  readonly steps: Recipe;
  readonly name: string;
}

/** Exports the open image of one tool as files. */
export class PictureSession extends OpenPicture {
  async download(encoding: ImageEncoding, drawn?: Drawn): Promise<void> {
    await this.deliver(encoding, drawn);
  }

  async share(encoding: ImageEncoding): Promise<void> {
    await this.deliver(encoding, undefined, shareBlob);
  }

  /** Returns the image with more steps. The steps are appended, or replace the step that is being edited. */
  pictureWith(more: Recipe = []): PictureRef | undefined {
    const { picture, history } = this.state;
    return picture && { source: picture.source.id, steps: wholeRecipe(withSteps(history.present, more)) };
  }

  private async deliver(encoding: ImageEncoding, drawn?: Drawn, send?: typeof shareBlob): Promise<void> {
    const { picture, history } = this.state;
    const written = this.pictureWith(drawn?.steps);
    if (!picture || !written) return showError(new FudebakoError('imageRequired'));
    const { source } = picture;
    // While a step is being edited, the displayed image lacks later steps, so its size may differ from the export's.
    const isShown = written.steps.length === history.present.length;
    const size = isShown ? picture.info : sizeOf(source, written.steps);
    await this.exportAs(
      { name: drawn?.name ?? baseName(source.name), format: encoding.format, size },
      (job) => this.write(written, encoding, job),
      send,
    );
  }

  /** Encodes the image with more steps, without applying the steps to the session. Returns undefined on failure. */
  async generate(more: Recipe, encoding: ImageEncoding): Promise<Blob | undefined> {
    const written = this.pictureWith(more);
    let blob: Blob | undefined;
    if (!written) showError(new FudebakoError('imageRequired'));
    else
      await this.work('generating', async (job) => {
        blob = await this.write(written, encoding, job);
        return { savedAt: undefined };
      });
    return blob;
  }

  /** Makes a file from the source file or, if the image has steps, from a PNG of the result. Undefined on failure. */
  async makeFile(make: (base: BasePicture, job: Job) => Promise<Blob>): Promise<Blob | undefined> {
    const { picture, history } = this.state;
    let blob: Blob | undefined;
    if (!picture) showError(new FudebakoError('imageRequired'));
    else
      await this.work('generating', async (job) => {
        // Uses the displayed image. While a step is being edited, the displayed image lacks later steps.
        blob = await make(await basePictureOf(picture.source, history.present, job), job);
        return { savedAt: undefined };
      });
    return blob;
  }

  /** Saves the source file, or a PNG if there are steps. `firstFrame` drops the other frames of an animation. */
  async save(more?: Recipe, firstFrame = false): Promise<void> {
    const { picture, history } = this.state;
    if (!picture) return showError(new FudebakoError('imageRequired'));
    const { source } = picture;
    const steps = wholeRecipe(more ? withSteps(history.present, more) : history.present);
    if ('blob' in source && steps.length === 0 && !firstFrame)
      return this.saveForLater(source.name, async () => source.blob);
    await this.saveForLater(`${baseName(source.name)}.png`, (job) =>
      pictureWorker.encode({ source: source.id, steps }, { format: 'png', firstFrame }, job),
    );
  }
}

export const pictureSessionOf = sessionsBy(
  (tool: string) => tool,
  (tool) => new PictureSession(tool),
);
