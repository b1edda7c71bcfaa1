import type { CoreWords } from '#core/words/en.ts';
import type { AppWords } from './en.ts';

/**
 * An unknown key does not compile: `t('cropper.name')`, `t('core:operations.crop.name')`. Labels of
 * parameters and choices are left out: their keys are made from declarations, a test holds the
 * table to those, and checking every `t` against all of them takes the compiler minutes.
 */
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: ['app', 'core'];
    resources: { app: AppWords; core: Omit<CoreWords, 'parameters' | 'choices'> };
    returnNull: false;
  }
}
