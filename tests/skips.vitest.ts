import type { Reporter, TestModule } from 'vitest/node';
import { checkSkips } from './skips.ts';

/** Fails the run if CI is set and a test was skipped. */
export default class SkipReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const skipped = modules.flatMap((module) => [...module.children.allTests('skipped')]);
    if (!checkSkips(skipped.map((test) => `${test.module.moduleId}: ${test.fullName}`))) process.exitCode = 1;
  }
}
