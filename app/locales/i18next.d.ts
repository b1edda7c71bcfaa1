import type { CoreWords } from '#core/words/all-en.ts';
import type { CardWords } from './card/card-en.ts';
import type { ChainWords } from './chain/chain-en.ts';
import type { ControlWords } from './controls/controls-en.ts';
import type { AppWords } from './en.ts';
import type { ManyWords } from './many/many-en.ts';
import type { MediaWords } from './media/media-en.ts';
import type { PageWords } from './pages/pages-en.ts';
import type { PaletteWords } from './palette/palette-en.ts';
import type { StageWords } from './stage/stage-en.ts';

/**
 * Core words with literal keys. Labels of parameters and choices have computed paths, and their many keys would slow
 * the compiler.
 */
type KeyedCoreWords = Omit<CoreWords, 'parameters' | 'choices' | 'groups'>;

/** Makes unknown keys a type error: `t('cropper.name')`, `t('core:operations.crop.name')`. */
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: ['app', 'core'];
    resources: {
      app: AppWords;
      core: KeyedCoreWords;
      pages: PageWords;
      chain: ChainWords;
      many: ManyWords;
      media: MediaWords;
      palette: PaletteWords;
      card: CardWords;
      controls: ControlWords;
      stage: StageWords;
    };
    returnNull: false;
  }
}
