import { type DialogHTMLAttributes, type MouseEvent, useEffect, useRef } from 'react';

interface DialogProps extends Omit<DialogHTMLAttributes<HTMLDialogElement>, 'open' | 'onClose'> {
  readonly open: boolean;
  /** Escape, the backdrop or a form of method `dialog` asked to close. */
  readonly onClose: () => void;
  /** Closes when what lies behind is pressed. */
  readonly dismissable?: boolean;
}

/** Marks what gets focus when a dialog opens, where that is not the first thing that can have it. */
const FIRST_FOCUS = 'data-first-focus';

/** Set on the page while a scrollbar takes room beside it, which has to stay free while the page is held still. */
const HAS_SCROLLBAR = 'data-has-scrollbar';

/**
 * A modal of the browser's own: the page behind is inert, Escape closes, and focus goes back to
 * where it came from. Its content exists only while it is open.
 */
export function Dialog({ open, onClose, dismissable = true, className = '', children, ...props }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  /** Closings of ours whose events are still to come: by then the dialog may be open for something else. */
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

  // biome-ignore-start lint/a11y/useKeyWithClickEvents: pressing the backdrop repeats what Escape does
  return (
    <dialog
      {...props}
      ref={ref}
      className={`dialog ${className}`}
      // Closed by the browser itself it would be told of only later, when it may have been asked to show something else.
      onCancel={(event) => {
        // A file picker inside tells of its own.
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

/** The backdrop belongs to the dialog element, but lies outside its box. */
function isBackdrop(event: MouseEvent<HTMLDialogElement>): boolean {
  if (event.target !== event.currentTarget) return false;
  const box = event.currentTarget.getBoundingClientRect();
  const { clientX: x, clientY: y } = event;
  return x < box.left || x > box.right || y < box.top || y > box.bottom;
}
