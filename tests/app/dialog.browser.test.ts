import { createElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { Dialog } from '#app/parts/Dialog.tsx';

it('a dialog that opens again before its closing is announced stays, and closes when the visitor asks', async () => {
  const host = document.body.appendChild(document.createElement('div'));
  const root = createRoot(host);
  const onClose = vi.fn();
  const show = (open: boolean) =>
    flushSync(() => root.render(createElement(Dialog, { open, onClose }, 'what it says')));
  try {
    show(true);
    const dialog = host.querySelector('dialog') as HTMLDialogElement;
    const closed = () => new Promise((resolve) => dialog.addEventListener('close', resolve, { once: true }));
    let told = closed();
    show(false);
    show(true);
    await told;
    expect(onClose).not.toHaveBeenCalled();
    expect(dialog.open).toBe(true);

    told = closed();
    dialog.requestClose();
    await told;
    expect(onClose).toHaveBeenCalledTimes(1);
  } finally {
    root.unmount();
    host.remove();
  }
});
