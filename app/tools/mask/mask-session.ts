import { visitorsShell } from '#app/platform/shell.ts';
import { FudebakoError } from '#core/base/errors.ts';
import { baseName } from '#core/base/files.ts';
import { layer } from '#core/operations/layer.ts';
import { commandLine } from '#core/recipes/command-line.ts';
import type { Recipe } from '#core/recipes/recipe.ts';
import { showError } from '../../messages/errors.ts';
import { newSource } from '../../session/session.ts';
import { pictureReference, pictureWorker } from '../../workers/picture-worker.ts';
import { MaskDocument } from './mask-document.ts';
import { cutOutName, isCheckerboard, maskName, maskRecipe, recipeInput } from './mask-state.ts';
import { maskWorker } from './mask-worker.ts';

/** Exports the open mask as files and recipes. */
class MaskSession extends MaskDocument {
  async download(): Promise<void> {
    const { mask } = this.state;
    if (!mask) return showError(new FudebakoError('imageRequired'));
    await this.exportAs({ name: baseName(maskName(this.state)), format: 'png', size: mask.start }, () => this.png());
  }

  /** Downloads the image with everything outside the mask transparent. The `layer` operation computes the pixels. */
  async downloadCutOut(): Promise<void> {
    const { base, mask } = this.state;
    if (!mask || !base || isCheckerboard(base)) return showError(new FudebakoError('imageRequired'));
    await this.exportAs({ name: cutOutName(base), format: 'png', size: base.info }, async (job) => {
      const painted = newSource({ name: maskName(this.state), blob: await this.png() });
      await pictureWorker.addSource(painted);
      const [top, shown] = [base.source.id, painted.id].map((source) => pictureReference({ source, steps: [] }));
      const step = { operation: layer.id, params: {}, inputs: { top: top as string, mask: shown as string } };
      return pictureWorker
        .encode({ steps: [step] }, { format: 'png' }, job)
        .finally(() => pictureWorker.removeSource(painted.id));
    });
  }

  /** Returns the image under the mask as a file; undefined for the placeholder checkerboard. */
  baseFile(): File | undefined {
    const source = this.state.base?.source;
    return source && 'blob' in source ? new File([source.blob], source.name, { type: source.blob.type }) : undefined;
  }

  async file(): Promise<File | undefined> {
    if (!this.state.mask) return undefined;
    const blob = await this.png();
    return new File([blob], maskName(this.state), { type: blob.type });
  }

  async saveBase(): Promise<void> {
    const { base } = this.state;
    if (!base) return showError(new FudebakoError('imageRequired'));
    const { source } = base;
    await this.saveForLater(source.name, async (job) =>
      'blob' in source
        ? source.blob
        : pictureWorker.encode({ source: source.id, steps: [] }, { format: 'png', firstFrame: true }, job),
    );
  }

  async saveMask(): Promise<void> {
    if (!this.state.mask) return showError(new FudebakoError('imageRequired'));
    await this.saveForLater(maskName(this.state), () => this.png());
  }

  private png(): Promise<Blob> {
    return this.pixels.enqueue(() => maskWorker.png());
  }

  recipe = (): Recipe => maskRecipe(this.state);

  command = (): string => commandLine(this.recipe(), recipeInput(this.state), maskName(this.state), visitorsShell());
}

export const maskSession = new MaskSession();
