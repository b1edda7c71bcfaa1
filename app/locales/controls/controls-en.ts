export const enControls = {
  swatches: 'Colors',
  eyedropper: 'Pick a color from the screen',
  colorCode: 'Color code',
  colorWrong: 'Type a color such as #ff8800.',
  colorOpaque: 'This color can’t be transparent.',
  copiedHere: 'Copied. The browser blocks the clipboard, but you can paste these settings on this site.',
};

export type ControlWords = typeof enControls;
