import { createElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { FileButton } from '#app/ui/screen/FileButton.tsx';

it('a file button still passes on the chosen files if the screen has removed the button meanwhile', () => {
  const host = document.body.appendChild(document.createElement('div'));
  const root = createRoot(host);
  const onFiles = vi.fn();
  const props = { accept: 'image/*', multiple: true, onFiles, children: 'Open' };
  flushSync(() => root.render(createElement(FileButton, props)));
  const input = host.querySelector('input') as HTMLInputElement;
  root.unmount();
  host.remove();
  const chosen = new DataTransfer();
  for (const name of ['a.png', 'b.png']) chosen.items.add(new File(['x'], name, { type: 'image/png' }));
  input.files = chosen.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
  expect(onFiles.mock.calls.map(([files]) => files.map(({ name }: File) => name))).toEqual([['a.png', 'b.png']]);
  expect(input.value).toBe('');
});
