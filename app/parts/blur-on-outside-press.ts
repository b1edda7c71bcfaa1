/** The input that is typed into and takes its value when it is left. */
let typed: HTMLElement | undefined;

function leave({ target }: PointerEvent): void {
  if (typed?.isConnected && !typed.closest('.field')?.contains(target as Node)) typed.blur();
}

/**
 * For inputs that take what is typed when they are left: a press elsewhere leaves them before
 * anything answers it. A tab or a shape answers as it is pressed, and what was typed would be lost
 * with the field, or go to what is there now.
 */
export const blurOnOutsidePress = {
  onFocus({ currentTarget }: React.FocusEvent<HTMLElement>): void {
    typed = currentTarget;
    window.addEventListener('pointerdown', leave, { capture: true });
  },
  onBlur(): void {
    typed = undefined;
    window.removeEventListener('pointerdown', leave, { capture: true });
  },
};
