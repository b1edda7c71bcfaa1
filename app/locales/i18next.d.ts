import type { CoreWords } from '#core/words/en.ts';
import type { AppWords } from './en.ts';

/** An unknown key does not compile: `t('cropper.name')`, `t('core:operations.crop.name')`. */
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: ['app', 'core'];
    resources: { app: AppWords; core: CoreWords };
    returnNull: false;
  }
}
