import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { frameColors } from '#app/shell/theme.ts';

const app = resolve(import.meta.dirname, '../../app');
const css = readFileSync(resolve(app, 'app.css'), 'utf8');
const tokens = new Map(
  [...css.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(([, name, light, dark]) => [
    name as string,
    [light as string, dark as string] as const,
  ]),
);
const themes = [
  ['light', 0],
  ['dark', 1],
] as const;

/** Returns a color's relative luminance (WCAG 2.2). */
function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns the contrast ratio of two colors (WCAG 2.2). */
function contrast(first: string, second: string): number {
  const [dark, light] = [luminance(first), luminance(second)].sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

describe.each(themes)('the %s theme', (_, index) => {
  const color = (name: string) => tokens.get(name)?.[index] ?? expect.fail(`There is no token --${name}`);

  it.each([
    ['ink', 'paper', 7],
    ['muted', 'paper', 7],
    ['ink', 'surface', 7],
    ['muted', 'surface', 7],
    ['ink', 'sunk', 7],
    ['muted', 'sunk', 4.5],
    ['ai', 'paper', 7],
    ['ai', 'surface', 4.5],
    ['ai', 'ai-wash', 4.5],
    ['ai-strong', 'ai-wash', 4.5],
    ['ink', 'ai-wash', 4.5],
    ['muted', 'ai-wash', 4.5],
    ['on-ai', 'ai', 4.5],
    ['on-ai', 'ai-strong', 4.5],
    ['danger', 'paper', 4.5],
    ['danger', 'surface', 4.5],
    ['danger', 'danger-wash', 4.5],
    ['on-danger', 'danger', 4.5],
    ['on-danger', 'danger-strong', 4.5],
    ['success', 'paper', 4.5],
    ['success', 'success-wash', 4.5],
    ['shu', 'paper', 3],
    ['border', 'paper', 3],
    ['border', 'surface', 3],
    ['focus', 'paper', 3],
    ['focus', 'sunk', 3],
  ])('shows %s on %s with a contrast ratio of at least %s : 1', (front, back, least) => {
    expect(contrast(color(front), color(back))).toBeGreaterThanOrEqual(least);
  });

  it('paints the browser’s frame in the paper color', () => {
    expect(frameColors[index]?.content).toBe(color('paper'));
  });
});

describe('the component', () => {
  const sources = readdirSync(app, { recursive: true, encoding: 'utf8' }).filter((file) => /\.(tsx|css)$/.test(file));

  it.each(sources.filter((file) => file !== 'app.css'))('%s contains no color literals', (file) => {
    const source = readFileSync(resolve(app, file), 'utf8').replace(/url\(#[\w-]+\)|href="#[\w-]+"/g, '');
    expect(source.match(/#[0-9a-f]{3,8}\b(?![\w-])|\b(?:rgba?|hsla?|oklch)\(/gi)).toBeNull();
  });
});
