import { describeResampleParity } from './resample.parity.ts';

describeResampleParity('Chromium');
