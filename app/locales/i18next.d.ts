import type { CoreWords } from '#core/locales/all-en.ts';
import type { BatchWords } from './batch/batch-en.ts';
import type { ControlWords } from './controls/controls-en.ts';
import type { AppWords } from './en.ts';
import type { ExportWords } from './export/export-en.ts';
import type { MediaWords } from './media/media-en.ts';
import type { PageWords } from './pages/pages-en.ts';
import type { PaletteWords } from './palette/palette-en.ts';
import type { RecipeWords } from './recipe/recipe-en.ts';
import type { StageWords } from './stage/stage-en.ts';

/** Core translations with literal keys. Types of computed keys would slow the compiler. */
type KeyedCoreWords = Omit<CoreWords, 'parameters' | 'choices' | 'groups'>;

/** Makes unknown keys a type error: `t('cropper.name')`, `t('core:operations.crop.name')`. */
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: ['app', 'core'];
    resources: {
      app: AppWords;
      core: KeyedCoreWords;
      pages: PageWords;
      recipe: RecipeWords;
      batch: BatchWords;
      media: MediaWords;
      palette: PaletteWords;
      export: ExportWords;
      controls: ControlWords;
      stage: StageWords;
    };
    returnNull: false;
  }
}
