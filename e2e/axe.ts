import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { textFaults } from './screen-faults.ts';

/** Fails if axe reports accessibility violations, if the key of a text is visible, or if a panel overflows. */
export async function expectNoViolations(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    // Lists only violations. Legacy mode avoids a second page, which axe needs only for frames; the app has no frames.
    .options({ resultTypes: ['violations'] })
    .setLegacyMode()
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  expect(violations.map(({ id, nodes }) => ({ id, on: nodes.map(({ target }) => target.join(' ')) }))).toEqual([]);
  expect(await textFaults(page)).toEqual([]);
}
