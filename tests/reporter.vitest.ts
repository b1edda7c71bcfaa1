import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import { noteFailure } from './failures.ts';
import { checkSkips } from './skips.ts';

/** Notes failed tests for the summary of `npm test`, and fails the run if CI is set and a test was skipped. */
export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly { message: string }[] = []): void {
    for (const module of modules) {
      const file = relative('', module.moduleId);
      for (const part of [module, ...module.children.allSuites()])
        for (const { message } of part.errors())
          noteFailure(part.type === 'suite' ? `${file}: ${part.fullName}` : file, message);
      for (const test of module.children.allTests('failed'))
        noteFailure(`${file}: ${test.fullName}`, test.result().errors?.[0]?.message);
    }
    for (const { message } of errors) noteFailure('outside the tests', message);
    const skipped = modules.flatMap((module) => [...module.children.allTests('skipped')]);
    if (!checkSkips(skipped.map((test) => `${test.module.moduleId}: ${test.fullName}`))) process.exitCode = 1;
  }
}
