import type { Page } from '@playwright/test';

/**
 * Lists content that doesn't fit: truncated text, and controls that are outside the window or overlap other controls.
 */
export const layoutFaults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const nameOf = (element: Element) =>
      element.getAttribute('aria-label') || element.textContent?.trim().slice(0, 40) || String(element.className);
    const isDrawn = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      !element.closest('.sr-only, [style*="clip"], [hidden], .stage-viewport') &&
      element.getBoundingClientRect().width > 1;
    if (document.documentElement.scrollWidth > innerWidth) found.push('the page is wider than the window');
    const texts =
      'h1, h2, h3, button, a, label, legend, dt, dd, p, input:not([type=range]), [role=tab], .upload-name, .layer-name';
    for (const text of document.querySelectorAll<HTMLElement>(texts)) {
      if (!isDrawn(text)) continue;
      const { left, right } = text.getBoundingClientRect();
      const scrolls = text.closest('.object-tabs, .stage-verbs, .tab-list, .edit-steps-list, .crop-chips');
      if (!scrolls && (left < -1 || right > innerWidth + 1))
        found.push(`${nameOf(text)} reaches from ${left} to ${right}`);
      const { overflowX, textOverflow, display } = getComputedStyle(text);
      if (display === 'inline' || (textOverflow === 'ellipsis' && text.closest('[title]'))) continue;
      const clips = overflowX !== 'visible' && overflowX !== 'auto';
      if (clips && text.scrollWidth > text.clientWidth + 1) found.push(`${nameOf(text)} is cut`);
      // A text that is taller than its line overlaps the next line.
      if (!text.matches('input, textarea') && text.scrollHeight > text.clientHeight + 3)
        found.push(`${nameOf(text)} is too low`);
    }
    for (const bar of document.querySelectorAll('.action-bar-line')) {
      const actions = [...bar.querySelectorAll('[data-action], a[download]')];
      if (actions.length === 0 && bar.querySelector('button')) found.push('the main button is in the menu');
      const { right } = bar.getBoundingClientRect();
      for (const action of actions)
        if (action.getBoundingClientRect().right > right + 1) found.push(`${nameOf(action)} is cut by the bar`);
    }
    const rows =
      '.tab-list, .field-grid, .slider-field, .upload-row, .tool-head, .source-line, .stage-bar, .action-bar-line, .action-group, ' +
      '.side-panel-head, .player-row, .maker-summary > dl > div, .maker-file, nav li > a';
    for (const row of document.querySelectorAll(rows)) {
      const boxes = [...row.children]
        .filter((child) => isDrawn(child) && !['absolute', 'fixed'].includes(getComputedStyle(child).position))
        .map((child) => ({ child, box: child.getBoundingClientRect() }));
      for (const [index, { child, box }] of boxes.entries())
        for (const other of boxes.slice(index + 1)) {
          const across = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
          const down = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
          if (across > 1 && down > 1) found.push(`${nameOf(child)} lies over ${nameOf(other.child)}`);
        }
    }
    return [...new Set(found)];
  });

/**
 * Returns layout faults on a phone: too little height for the stage, toolbars of several rows, and number fields too
 * narrow for four digits.
 */
export const phoneFaults = (page: Page, stageHeight: number): Promise<string[]> =>
  page.evaluate((needed) => {
    const found: string[] = [];
    const isDrawn = (element: Element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    const boxOf = (selector: string) => {
      const box = document.querySelector(selector)?.getBoundingClientRect();
      return box && box.height > 0 ? box : undefined;
    };
    const stage = boxOf('.stage, .player-stage');
    const foot = boxOf('.tool-foot')?.top ?? innerHeight;
    const seen = stage ? Math.min(stage.bottom, foot, innerHeight) - Math.max(stage.top, 49) : 0;
    if (seen < needed - 0.5) found.push(`${seen} px of the stage are seen`);
    for (const bar of document.querySelectorAll(
      '.stage-bar, .action-bar-line, .tab-actions, .player-row, .tool-head',
    )) {
      const boxes = [...bar.querySelectorAll('button, .choices')]
        .filter(isDrawn)
        .map((each) => each.getBoundingClientRect());
      if (Math.max(...boxes.map(({ top }) => top)) >= Math.min(...boxes.map(({ bottom }) => bottom)))
        found.push(`${bar.className} has several rows`);
    }
    for (const input of document.querySelectorAll<HTMLInputElement>('.field-box input.tabular')) {
      if (!isDrawn(input)) continue;
      const { value } = input;
      input.value = '8888';
      if (input.scrollWidth > input.clientWidth)
        found.push(`${input.getAttribute('aria-label') ?? input.id} has no room for four digits`);
      input.value = value;
    }
    for (const tabs of document.querySelectorAll('.object-tabs'))
      if (new Set([...tabs.children].map((tab) => tab.getBoundingClientRect().top)).size > 1)
        found.push('the tabs have several rows');
    return found;
  }, stageHeight);

/** Sets the font size in percent, and waits until the layout has changed. */
export const setLetters = (page: Page, percent: number): Promise<void> =>
  page.evaluate(async (size) => {
    document.documentElement.style.fontSize = `${size}%`;
    for (let frame = 0; frame < 3; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
  }, percent);
