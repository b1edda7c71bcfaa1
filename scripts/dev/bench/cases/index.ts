import type { BenchCase } from '../case.ts';
import { audioCases } from './audio-source.ts';
import { convertCases } from './convert.ts';
import { cropCases } from './crop.ts';
import { pixelCases } from './pixels.ts';
import { scaleCases } from './scale.ts';
import { textCases } from './text.ts';
import { videoCases } from './video.ts';

export const cases: readonly BenchCase[] = [
  ...convertCases,
  ...cropCases,
  ...scaleCases,
  ...pixelCases,
  ...textCases,
  ...audioCases,
  ...videoCases,
];
