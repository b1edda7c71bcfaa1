import { createElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, type Mock, vi } from 'vitest';
import { Dialog } from '#app/ui/Dialog.tsx';

let host: HTMLElement;
let root: Root;
let onClose: Mock<() => void>;

beforeEach(() => {
  host = document.body.appendChild(document.createElement('div'));
  root = createRoot(host);
  onClose = vi.fn(() => void show(false));
});

afterEach(() => {
  root.unmount();
  host.remove();
});

function show(open: boolean, content = 'what it says'): HTMLDialogElement {
  flushSync(() => root.render(createElement(Dialog, { open, onClose }, content)));
  return host.querySelector('dialog') as HTMLDialogElement;
}

const closed = (dialog: HTMLDialogElement) =>
  new Promise((resolve) => dialog.addEventListener('close', resolve, { once: true }));

describe('a dialog', () => {
  it('that reopens before its close event stays open, and closes on request', async () => {
    const dialog = show(true);
    let closing = closed(dialog);
    show(false);
    show(true);
    await closing;
    expect(onClose).not.toHaveBeenCalled();
    expect(dialog.open).toBe(true);

    closing = closed(dialog);
    dialog.requestClose();
    await closing;
    expect(onClose).toHaveBeenCalledTimes(1);
    expect(dialog.open).toBe(false);
  });

  it('that is closed and immediately given new content shows the new content', async () => {
    const dialog = show(true);
    const closing = closed(dialog);
    dialog.requestClose();
    show(true, 'something else');
    await closing;
    expect(dialog.open).toBe(true);
    expect(dialog.textContent).toBe('something else');
  });

  it('stays open when a file picker inside it is canceled', () => {
    const dialog = show(true);
    const input = dialog.appendChild(Object.assign(document.createElement('input'), { type: 'file' }));
    input.dispatchEvent(new Event('cancel', { bubbles: true }));
    expect(onClose).not.toHaveBeenCalled();
    expect(dialog.open).toBe(true);
  });
});
