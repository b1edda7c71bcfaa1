import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { en as coreEn } from '#core/locales/everywhere-en.ts';
import { ja as coreJa } from '#core/locales/everywhere-ja.ts';
import { en } from '../locales/en.ts';
import { ja } from '../locales/ja.ts';
import { type Language, languages } from '../locales/languages.ts';
import { withPhrases } from '../locales/phrases.ts';
import { languageOptions, visitorsLanguage } from '../locales/visitors-language.ts';
import { ToolHead } from '../ui/screen/ToolHead.tsx';
import { screenWord } from '../ui/screen-words.ts';
import { Mark } from './Logo.tsx';
import { manifestPath, pageHead } from './page-head.ts';
import { type ListedScreen, listedScreens } from './screens.ts';

/* Initial markup with the tool's title and description until its scripts load. Only the build imports this module. */

const tables = {
  en: { ...en, core: coreEn },
  ja: withPhrases({ ...ja, core: coreJa }),
} as const satisfies Readonly<Record<Language, object>>;

/** Looks up a translation without placeholders, because i18next isn't available here. */
function translatorFor(language: Language) {
  return (key: string): string => {
    let found: unknown = tables[language];
    for (const name of key.replace(':', '.').split('.')) found = (found as Readonly<Record<string, unknown>>)[name];
    if (typeof found !== 'string') throw new Error(`There is no ${key}`);
    return found;
  };
}

function Beginning({ screen, t }: { readonly screen: ListedScreen; readonly t: (key: string) => string }): ReactNode {
  return (
    <div className="tool tool-frame">
      <ToolHead title={screenWord(t, screen.route, 'name')} lead={screenWord(t, screen.route, 'summary')} />
    </div>
  );
}

const idOf = (route: string, language: Language) => `first-${route}-${language}`;

const templates = (['home', ...listedScreens] as const).flatMap((screen) =>
  languages.map((language) => {
    const t = translatorFor(language);
    const route = screen === 'home' ? screen : screen.route;
    const id = idOf(route, language);
    const { title, description } = pageHead(t, route);
    const isTool = screen !== 'home' && screen.group !== 'other';
    return (
      <template
        key={id}
        id={id}
        data-title={title}
        data-description={description}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: own markup; React can't render the content of a template
        dangerouslySetInnerHTML={{ __html: isTool ? renderToStaticMarkup(<Beginning screen={screen} t={t} />) : '' }}
      />
    );
  }),
);

function Frame() {
  return (
    <>
      <div className="mobile-bar ps-14">
        <Logo />
      </div>
      <div className="lg:grid lg:grid-cols-[13.75rem_minmax(0,1fr)]">
        <div className="h-dvh border-e border-line px-3 pt-3 max-lg:hidden">
          <Logo />
        </div>
        <div className="content" />
      </div>
    </>
  );
}

function Logo() {
  return (
    <div className="flex items-center gap-2.5 p-1.5">
      <Mark className="size-8 flex-none" />
      <span className="wordmark text-heading font-semibold tracking-tight" />
    </div>
  );
}

/** Serialized into the document after the initial markup, so this function can't refer to anything outside itself. */
function fillInitialMarkup(language: string, texts: Readonly<Record<string, { name: string; manifest: string }>>) {
  const { name = '', manifest = '' } = texts[language] ?? {};
  document.documentElement.lang = language;
  document.querySelector('link[rel=manifest]')?.setAttribute('href', manifest);
  for (const place of document.querySelectorAll('.wordmark')) place.textContent = name;
  const template = document.getElementById(`first-${location.pathname.split('/')[1] || 'home'}-${language}`);
  if (!(template instanceof HTMLTemplateElement)) return;
  document.title = template.dataset.title ?? '';
  document.querySelector('meta[name=description]')?.setAttribute('content', template.dataset.description ?? '');
  document.querySelector('.content')?.append(template.content.cloneNode(true));
}

const texts = Object.fromEntries(
  languages.map((language) => [language, { name: tables[language].common.appName, manifest: manifestPath(language) }]),
);
const values = [languageOptions, texts].map((value) => JSON.stringify(value));

export const initialMarkup = renderToStaticMarkup(
  <>
    <Frame />
    {templates}
    <script
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant script that must run before the first paint
      dangerouslySetInnerHTML={{
        __html: `(${fillInitialMarkup})((${visitorsLanguage})(${values[0]}),${values[1]})`,
      }}
    />
  </>,
);
