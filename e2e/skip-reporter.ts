import type { FullResult, Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { checkSkips } from '../tests/skips.ts';

/** Playwright reporter that fails a CI run with skipped tests. */
export default class SkipReporter implements Reporter {
  private readonly skipped: string[] = [];

  onTestEnd(test: TestCase, result: TestResult): void {
    if (result.status !== 'skipped') return;
    const reasons = test.annotations.map(({ description }) => description ?? '').join(' ');
    this.skipped.push(`${test.titlePath().filter(Boolean).join(' › ')} ${reasons}`.trim());
  }

  async onEnd(result: FullResult): Promise<{ status: FullResult['status'] }> {
    return { status: checkSkips(this.skipped) ? result.status : 'failed' };
  }
}
