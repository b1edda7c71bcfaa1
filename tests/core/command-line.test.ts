import { describe, expect, it } from 'vitest';
import { commandLine, commandOfOutputs, flagName } from '#core/recipes/command-line.ts';

describe('commandLine', () => {
  it('writes one step as its own command', () => {
    const step = { operation: 'crop', params: { topX: 1, topY: 2, bottomX: 30, bottomY: 40 } } as const;
    expect(commandLine([step], 'my photo.jpg', 'out.png')).toBe(
      "node scripts/fudebako.mjs crop -o out.png --top-x 1 --top-y 2 --bottom-x 30 --bottom-y 40 -- 'my photo.jpg'",
    );
  });

  it('writes switches, and omits unset parameters', () => {
    const params = { width: 300, ratio: undefined, keepAspect: true };
    expect(commandLine([{ operation: 'scale', params }], 'a.png', 'b.png')).toBe(
      'node scripts/fudebako.mjs scale -o b.png --width 300 --keep-aspect -- a.png',
    );
  });

  it('writes several steps as a recipe, quoted for a shell', () => {
    const recipe = [{ operation: 'scale', params: { factor: 0.5 } }, { operation: 'convert' }] as const;
    expect(commandLine(recipe, "it's.png", 'b.png')).toBe(
      `node scripts/fudebako.mjs run '${JSON.stringify(recipe)}' -o b.png -- 'it'"'"'s.png'`,
    );
  });

  it('writes additional input files as flags, with and without a main input file', () => {
    const inputs = { bottom: 'my photo.jpg', top: 'logo.png' };
    expect(commandLine([{ operation: 'layer', params: { blendMode: 'screen' }, inputs }], undefined, 'out.png')).toBe(
      "node scripts/fudebako.mjs layer -o out.png --bottom 'my photo.jpg' --top logo.png --blend-mode screen",
    );
    const shapeImages = ['shapeImage0', 'shapeImage1'];
    expect(commandLine([{ operation: 'draw-shapes', inputs: { shapeImages } }], 'a.png', 'b.png')).toBe(
      'node scripts/fudebako.mjs draw-shapes -o b.png --shape-images shapeImage0 --shape-images shapeImage1 -- a.png',
    );
  });

  it('writes a recipe with outputs as a run command with an output folder', () => {
    const recipe = [{ operation: 'convert' }, { outputs: [{ width: 40 }] }];
    expect(commandOfOutputs(recipe, '-a.png', 'a-out')).toBe(
      `node scripts/fudebako.mjs run '${JSON.stringify(recipe)}' -o a-out -- ./-a.png`,
    );
  });

  it('names flags in kebab-case', () => {
    expect(flagName('durStartSec')).toBe('dur-start-sec');
  });
});
