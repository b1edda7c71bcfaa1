let typed: HTMLElement | undefined;

function leave({ target }: PointerEvent): void {
  if (typed?.isConnected && !typed.closest('.field')?.contains(target as Node)) typed.blur();
}

/**
 * Event handlers for inputs that commit on blur. A press outside blurs the input first, because tabs and shapes respond
 * to `pointerdown`. Otherwise the edit would be lost or change the newly selected object.
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
