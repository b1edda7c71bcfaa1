import type { Page } from '@playwright/test';

/** Layout requirements for a screen at one window size. */
export interface Promised {
  /** Maximum distance of the image area from the top of the window, in CSS pixels. */
  readonly top: number;
  /** Minimum visible height of the image area in CSS pixels. */
  readonly seen: number;
  /** True if every control must be large enough for touch. */
  readonly isTouch: boolean;
}

/** Lists visible keys of texts, and panels whose content is wider than the panel. */
export const textFaults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const texts: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode())
      if (walker.currentNode.parentElement?.checkVisibility()) texts.push(walker.currentNode.textContent ?? '');
    const dotted = texts.flatMap((text) => text.match(/(?<![@/.\w])[a-z][A-Za-z]*(?:\.[\w-]+){2,}/g) ?? []);
    const keys = dotted.filter((words) => !/\.(?:jpg|png|webp|avif|gif|mp4|svg|zip|json)$/.test(words));
    const panels = [...document.querySelectorAll('.tool-side, .side-panel, [role=dialog]')];
    return [
      ...keys.map((key) => `${key} is the key of a text`),
      ...panels
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
        .map(({ className, scrollWidth, clientWidth }) => `${className} has ${scrollWidth} of ${clientWidth} px`),
    ];
  });

/** Unfolds every folded part of the settings, and returns whether there was one. */
export async function unfold(page: Page): Promise<boolean> {
  const folded = page.locator('.tool-side button[aria-expanded=false]:not([aria-haspopup])');
  const count = await folded.count();
  for (let left = count; left > 0; left--) await folded.first().click();
  return count > 0;
}

/** Lists the layout requirements that a screen violates. */
export const screenFaults = (page: Page, promised: Promised): Promise<string[]> =>
  page.evaluate(({ top, seen, isTouch }) => {
    const found: string[] = [];
    const boxOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
    const nameOf = (element: Element) =>
      element.getAttribute('aria-label') || element.textContent?.trim().slice(0, 40) || element.className;
    const rows = (elements: Iterable<Element>) =>
      new Set([...elements].map((element) => Math.round(element.getBoundingClientRect().top)));
    if (document.documentElement.scrollWidth > innerWidth) found.push('the page is wider than the window');

    // Skips visually hidden elements and inline links, which have no minimum size.
    const isDrawn = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      !element.closest('.sr-only, span[style*="clip"], [hidden], [aria-hidden="true"]') &&
      element.getBoundingClientRect().width > 1;
    const scope = document.querySelector('[role=dialog], [role=alertdialog]') ?? document;
    for (const control of scope.querySelectorAll(':is(button, a, input, textarea, [role=tab], .switch)')) {
      if (!isDrawn(control) || control.closest('p, li > span')) continue;
      const { left, right, width, height } = control.getBoundingClientRect();
      const scrolls = control.closest('.object-tabs, .stage-verbs, .crop-chips');
      if (!scrolls && (left < -0.5 || right > innerWidth + 0.5))
        found.push(`${nameOf(control)} reaches from ${left} to ${right}`);
      // Measures an input's label, because the label is the touch target.
      if (isTouch && !control.matches('input, a[class=""]') && (width < 43.5 || height < 43.5))
        found.push(`${nameOf(control)} is ${width} × ${height}`);
      const letters = Number.parseFloat(getComputedStyle(control).fontSize);
      // Safari on iOS zooms in when a field with text below 16 px receives the focus.
      if (
        isTouch &&
        control.matches('textarea, input:not([type=radio], [type=checkbox], [type=range])') &&
        letters < 16
      )
        found.push(`${nameOf(control)} has letters of ${letters} px`);
    }
    const texts = 'h1, h2, h3, button, a, label, dt, dd, th, td, p, [role=tab], .field-label';
    for (const text of scope.querySelectorAll<HTMLElement>(texts)) {
      if (!isDrawn(text)) continue;
      const { overflowX, textOverflow } = getComputedStyle(text);
      const isCut = text.scrollWidth > text.clientWidth + 1 && overflowX !== 'visible' && overflowX !== 'auto';
      // A truncated name needs an ellipsis and a tooltip.
      if (isCut && !(textOverflow === 'ellipsis' && text.closest('[title]'))) found.push(`${nameOf(text)} is cut`);
    }
    for (const tabs of document.querySelectorAll('.tab-list'))
      if (rows(tabs.children).size > 1) found.push(`${tabs.getAttribute('aria-label')}: the tabs wrap`);

    const stage = boxOf('.tool-frame .stage, .tool-frame .player-stage');
    if (!stage) return found;
    const inSight = Math.min(innerHeight, stage.bottom) - Math.max(0, stage.top);
    if (stage.top > top) found.push(`the stage begins at ${stage.top}`);
    if (inSight < seen) found.push(`${inSight} px of the stage are seen`);
    const bar = document.querySelectorAll('.action-bar-buttons button');
    if (rows(bar).size > 1) found.push('the bar has two lines');
    const [side, foot] = [boxOf('.tool-side'), boxOf('.tool-foot')];
    if (!isTouch || !side || !foot) return found;
    if (side.height > innerHeight * 0.4 + 1) found.push(`the sheet is ${side.height} high`);
    if (stage.bottom > side.top + 1) found.push('the sheet covers the stage');
    // Ignores an overlap if the page scrolls, as it does in a window that is less tall than the content.
    const scrolls = document.documentElement.scrollHeight > innerHeight + 1;
    if (!scrolls && foot.height > 0 && side.bottom > foot.top + 1) found.push('the bar covers the sheet');
    if (foot.height > 0 && Math.abs(foot.bottom - innerHeight) > 1) found.push(`the bar ends at ${foot.bottom}`);
    return found;
  }, promised);
