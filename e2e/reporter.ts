import { relative } from 'node:path';
import type { FullResult, Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { noteFailure } from '../tests/failures.ts';
import { checkSkips } from '../tests/skips.ts';

/** Notes failed journeys for the summary of `npm test`, and fails a CI run with skipped journeys. */
export default class SummaryReporter implements Reporter {
  private readonly skipped: string[] = [];

  onTestEnd(test: TestCase, result: TestResult): void {
    const title = test.titlePath().filter(Boolean).join(' › ');
    const reasons = test.annotations.map(({ description }) => description ?? '').join(' ');
    if (result.status === 'skipped') this.skipped.push(`${title} ${reasons}`.trim());
    else if (result.status !== test.expectedStatus)
      noteFailure(`${relative('', test.location.file)}:${test.location.line} › ${test.title}`, result.error?.message);
  }

  async onEnd(result: FullResult): Promise<{ status: FullResult['status'] }> {
    return { status: checkSkips(this.skipped) ? result.status : 'failed' };
  }
}
