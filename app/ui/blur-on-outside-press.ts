let typed: HTMLElement | undefined;

function leave({ target }: PointerEvent): void {
  if (typed?.isConnected && !typed.closest('.field')?.contains(target as Node)) typed.blur();
}

/** Commits an input before a press outside takes effect. Tabs and shapes respond to `pointerdown`, before the blur. */
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
