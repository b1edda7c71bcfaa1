/** Language codes. The first code is the default and the fallback. */
export const languages = ['en', 'ja'] as const;
export type Language = (typeof languages)[number];
export const defaultLanguage: Language = languages[0];

/** Name of each language in that language; never translated. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', ja: '日本語' };

/** Message for browsers with disabled scripts, in all languages, because translations can't load. */
export const needsScript: Readonly<Record<Language, string>> = {
  en: 'Fudebako does its work on your own device and needs JavaScript for it. Please turn it on.',
  ja: '「筆箱（Fudebako）」はお使いの端末の中で処理を行うため、JavaScript が必要です。有効にしてからお使いください。',
};

export const needsNewerBrowser: Readonly<Record<Language, string>> = {
  en: 'This browser is too old for Fudebako. It needs Chrome or Edge 98, Firefox 114 or Safari 16.4, or later.',
  ja: 'このブラウザーは古いため、「筆箱（Fudebako）」を利用できません。Chrome・Edge 98、Firefox 114、Safari 16.4 以降が必要です。',
};

export const isLanguage = (code: string | undefined): code is Language =>
  (languages as readonly (string | undefined)[]).includes(code);
