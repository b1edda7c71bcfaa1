import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ENGINES = ['chromium', 'firefox', 'webkit'] as const;
export type EngineName = (typeof ENGINES)[number];

/** What each engine's driver can do; the rest is the same for all, in `page.ts`. */
export interface EngineDriver {
  readonly version: string;
  /** A page that nothing was kept for. */
  fresh(): Promise<void>;
  goto(url: string): Promise<void>;
  /** Calls a function of `page-side.js`. */
  call(name: string, ...values: readonly unknown[]): Promise<unknown>;
  press(x: number, y: number): Promise<void>;
  type(text: string): Promise<void>;
  /** Hands files to the first file input. */
  setFiles(paths: readonly string[]): Promise<void>;
  /** What the console has called an error since the page is fresh. */
  consoleErrors(): readonly string[];
  close(): Promise<void>;
}

export const pageSide = join(import.meta.dirname, 'page-side.js');
export const pageSideSource = readFileSync(pageSide, 'utf8');

export const VIEWPORT = { width: 1440, height: 900 };

export const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
