import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const COMMANDS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];

/** What Chromium is started with, so that it works as root, without a screen and without a network. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--enable-unsafe-swiftshader',
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
  for (const folder of (process.env.PATH ?? '').split(delimiter))
    for (const command of COMMANDS) if (folder && runs(join(folder, command))) return join(folder, command);
  for (const place of PLACES) if (existsSync(place)) return place;
  try {
    const { chromium } = await import('playwright');
    const downloaded = chromium.executablePath();
    return existsSync(downloaded) ? downloaded : undefined;
  } catch {
    return undefined;
  }
}
