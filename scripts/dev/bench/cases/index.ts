import type { BenchCase } from '../case.ts';
import { audioCases } from './audio.ts';
import { fileCases } from './files.ts';
import { pixelCases } from './pixels.ts';
import { videoCases } from './video.ts';

export const cases: readonly BenchCase[] = [...fileCases, ...pixelCases, ...audioCases, ...videoCases];
