import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { testFontconfig } from './test-fonts.mjs';

/** The first is Chromium without a window: the same pages in half the time to open them. */
const COMMANDS = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * What Chromium is started with, so that it works as root, without a screen and without a network,
 * and draws the same whatever the machine's graphics card and screen are.
 */
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

/**
 * A Chromium on this machine: `CHROMIUM_PATH`, an installed browser, or the one that Playwright
 * downloaded; `undefined` where there is none.
 */
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

/** Language, time zone and screen of the pages that are tested. */
export const CONTEXT = {
  locale: 'en-US',
  timezoneId: 'UTC',
  deviceScaleFactor: 1,
};

/**
 * How Playwright starts Chromium for tests: with fonts of the project's own, a language and a time
 * zone that do not depend on the machine.
 *
 * @param {readonly string[]} [flags] More of Chromium's flags.
 */
export async function chromiumLaunch(flags = []) {
  const env = { ...process.env, FONTCONFIG_FILE: await testFontconfig(), TZ: CONTEXT.timezoneId };
  for (const name of Object.keys(env)) if (name === 'LANGUAGE' || name.startsWith('LC_')) delete env[name];
  return { executablePath: await findChromium(), args: [...FLAGS, ...flags], env: { ...env, LANG: 'C.UTF-8' } };
}
