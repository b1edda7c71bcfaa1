let typed: HTMLElement | undefined;

function leave({ target }: PointerEvent): void {
  if (typed?.isConnected && !typed.closest('.field')?.contains(target as Node)) typed.blur();
}

/**
 * Event handlers for inputs that commit on blur: a press elsewhere blurs the input first. Tabs and shapes respond on
 * `pointerdown`, so the edit would otherwise be lost or reach the newly selected object.
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
