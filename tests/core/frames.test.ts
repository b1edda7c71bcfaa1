import { createNodePlatform } from '#scripts/platform/index.ts';
import { describeFrames } from './frames.contract.ts';

const platform = createNodePlatform();

describeFrames(() => platform);
