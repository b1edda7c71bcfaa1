import { createElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import { Tip } from '#app/ui/Tip.tsx';
import '#app/ui/parts.css';

it('a tooltip covers its whole button, beyond the icon, and no pixel more', () => {
  const host = document.body.appendChild(document.createElement('div'));
  host.style.cssText = 'position: fixed; inset: 0';
  const root = createRoot(host);
  const icon = createElement('svg', { width: 10, height: 10 });
  const style = { position: 'absolute', left: 50, top: 50 } as const;
  try {
    const button = createElement(
      'button',
      { type: 'button', style: { padding: 20 } },
      Tip({ text: 'Arrange', children: icon }),
    );
    flushSync(() => root.render(createElement('div', { style }, button)));
    const told = (x: number, y: number) => document.elementFromPoint(x, y)?.closest('[title]')?.getAttribute('title');
    const { left, top, right, bottom } = (host.querySelector('button') as HTMLElement).getBoundingClientRect();
    for (const x of [left + 4, (left + right) / 2, right - 4])
      for (const y of [top + 4, (top + bottom) / 2, bottom - 4]) expect([x, y, told(x, y)]).toEqual([x, y, 'Arrange']);
    expect([told(left - 2, top), told(right + 2, bottom)]).toEqual([undefined, undefined]);
  } finally {
    root.unmount();
    host.remove();
  }
});
