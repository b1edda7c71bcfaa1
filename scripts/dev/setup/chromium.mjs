import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { testFontconfig } from './test-fonts.mjs';

/** Names of Chromium's executable. The headless shell comes first, because it opens pages in half the time. */
const COMMANDS = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];

/** Flags that run Chromium as root, without display or network, with equal rendering on every machine. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--enable-unsafe-swiftshader',
  '--force-color-profile=srgb',
  '--font-render-hinting=none',
  '--disable-lcd-text',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

const runs = (path) => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** Finds Chromium: at `CHROMIUM_PATH`, else installed, else downloaded by Playwright; `undefined` if missing. */
export async function findChromium() {
  const wanted = process.env.CHROMIUM_PATH;
  if (wanted) return runs(wanted) ? wanted : undefined;
  for (const command of COMMANDS)
    for (const folder of (process.env.PATH ?? '').split(delimiter))
      if (folder && runs(join(folder, command))) return join(folder, command);
  for (const place of PLACES) if (existsSync(place)) return place;
  try {
    const { chromium } = await import('playwright');
    const downloaded = chromium.executablePath();
    return existsSync(downloaded) ? downloaded : undefined;
  } catch {
    return undefined;
  }
}

export const CONTEXT = {
  locale: 'en-US',
  timezoneId: 'UTC',
  deviceScaleFactor: 1,
};

/** Returns Playwright's launch options for tests, with fonts and time zone. @param {readonly string[]} [flags] */
export async function chromiumLaunch(flags = []) {
  const env = { ...process.env, FONTCONFIG_FILE: await testFontconfig(), TZ: CONTEXT.timezoneId };
  for (const name of Object.keys(env)) if (name === 'LANGUAGE' || name.startsWith('LC_')) delete env[name];
  return { executablePath: await findChromium(), args: [...FLAGS, ...flags], env: { ...env, LANG: 'C.UTF-8' } };
}
