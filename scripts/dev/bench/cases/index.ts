import type { BenchCase } from '../case.ts';
import { convertCases } from './convert.ts';
import { cropCases } from './crop.ts';
import { pixelCases } from './pixels.ts';
import { scaleCases } from './scale.ts';
import { soundCases } from './sound.ts';
import { textCases } from './text.ts';
import { videoCases } from './video.ts';

export const cases: readonly BenchCase[] = [
  ...convertCases,
  ...cropCases,
  ...scaleCases,
  ...pixelCases,
  ...textCases,
  ...soundCases,
  ...videoCases,
];
