import { type DialogHTMLAttributes, type MouseEvent, useEffect, useRef } from 'react';

interface DialogProps extends Omit<DialogHTMLAttributes<HTMLDialogElement>, 'open' | 'onClose'> {
  readonly open: boolean;
  /** Called when the dialog should close: on Escape, a press of the backdrop, or a form with `method="dialog"`. */
  readonly onClose: () => void;
  readonly dismissable?: boolean;
}

/** Attribute of the element that receives the focus when a dialog opens, instead of the first focusable element. */
const FIRST_FOCUS = 'data-first-focus';

/** Set on the document while a page scrollbar is visible, so CSS reserves its width while a dialog locks scrolling. */
const HAS_SCROLLBAR = 'data-has-scrollbar';

/** A modal `<dialog>`: the page is inert, and the focus returns on close. Renders its content while open. */
export function Dialog({ open, onClose, dismissable = true, className = '', children, ...props }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  /** Number of pending `close` events from closing by the app. The dialog may be open again before they arrive. */
  const closings = useRef(0);

  useEffect(() => {
    const dialog = ref.current;
    if (!dialog || dialog.open === open) return;
    if (!open) {
      closings.current++;
      return dialog.close();
    }
    const root = document.documentElement;
    root.toggleAttribute(HAS_SCROLLBAR, innerWidth > root.clientWidth);
    dialog.showModal();
    dialog.querySelector<HTMLElement>(`[${FIRST_FOCUS}]`)?.focus();
  }, [open]);

  // biome-ignore-start lint/a11y/useKeyWithClickEvents: the Escape key does the same as a press of the backdrop
  return (
    <dialog
      {...props}
      ref={ref}
      className={`dialog ${className}`}
      // Closes only through `onClose`: the native `close` event comes late, when the dialog may show new content.
      onCancel={(event) => {
        // Ignores the bubbling `cancel` event of a canceled file picker inside the dialog.
        if (event.target !== ref.current) return;
        event.preventDefault();
        onClose();
      }}
      onClose={() => {
        if (closings.current > 0) closings.current--;
        else onClose();
      }}
      onClick={(event) => {
        if (dismissable && isBackdrop(event)) onClose();
      }}
    >
      {open && children}
    </dialog>
  );
  // biome-ignore-end lint/a11y/useKeyWithClickEvents: see above
}

/** A press of the backdrop also hits the dialog element, but outside its bounding box. */
function isBackdrop(event: MouseEvent<HTMLDialogElement>): boolean {
  if (event.target !== event.currentTarget) return false;
  const box = event.currentTarget.getBoundingClientRect();
  const { clientX: x, clientY: y } = event;
  return x < box.left || x > box.right || y < box.top || y > box.bottom;
}
