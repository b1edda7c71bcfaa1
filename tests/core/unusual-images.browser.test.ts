import { createBrowserPlatform } from '#app/platform/browser.ts';
import { createBrowserWorkers } from '#app/platform/workers.ts';
import { describeUnusualImages } from './unusual-images.contract.ts';

const platform = createBrowserPlatform(createBrowserWorkers());
describeUnusualImages(() => platform);
