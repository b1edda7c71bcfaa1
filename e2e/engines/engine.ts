import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ENGINES = ['chromium', 'firefox', 'webkit'] as const;
export type EngineName = (typeof ENGINES)[number];

/** Operations that differ between browser engines. `page.ts` contains the operations that all engines share. */
export interface EngineDriver {
  readonly version: string;
  /** Opens a new page with empty storage. */
  fresh(): Promise<void>;
  goto(url: string): Promise<void>;
  /** Calls a function of `page-side.js` in the page. */
  call(name: string, ...values: readonly unknown[]): Promise<unknown>;
  press(x: number, y: number): Promise<void>;
  type(text: string): Promise<void>;
  /** Sets the files of the page's first file input. */
  setFiles(paths: readonly string[]): Promise<void>;
  /** Returns the console errors since the last call of `fresh`. */
  consoleErrors(): readonly string[];
  close(): Promise<void>;
}

export const pageSide = join(import.meta.dirname, 'page-side.js');
export const pageSideSource = readFileSync(pageSide, 'utf8');

export const VIEWPORT = { width: 1440, height: 900 };

export const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
