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

/** Props of an input that commits its text on Enter, blur or a press outside. */
export const commitOnLeave = (commit: () => void) => ({
  onFocus: blurOnOutsidePress.onFocus,
  onBlur: (): void => {
    blurOnOutsidePress.onBlur();
    commit();
  },
  onKeyDown: ({ key, nativeEvent }: React.KeyboardEvent): void => {
    if (key === 'Enter' && !nativeEvent.isComposing) commit();
  },
});
