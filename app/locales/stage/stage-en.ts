/** English words of the stage and of the tools that draw on images; loaded with the first stage. */
export const enStage = {
  hand: 'Hand tool',
  handKeys: 'Hold and drag to move a zoomed image',
  zoom: 'Zoom: {{percent}}%',
  zoomTools: 'Zoom',
  shapeTab: 'tab{{number}}',
  remove: 'Remove',
  removed: '{{name}} removed',
  duplicated: 'Duplicated as {{name}}',
  pen: {
    label: 'Pen on the mask',
    keys: 'Arrows move the pen (Shift: 10 times as far). Hold Space to paint.',
    at: 'Pen at {{x}}, {{y}}',
    painting: 'Painting',
    painted: 'Painted',
    swap: 'Invert the pen’s gray value',
    narrower: 'Narrower pen',
    wider: 'Wider pen',
    now: '{{tool}}, {{width}} px, gray value {{gray}}',
  },
  boxKeys: 'Drag to move; drag handles to resize or rotate. Arrows: 1 px (Shift: 10). Alt+arrows resize; [ ] rotate.',
  textPage: {
    texts: 'Text and author',
    editing: 'Editing: {{part}}',
    follows: 'Leave vertical padding blank to place the author right after the main text.',
    overflows: 'The text doesn’t fit inside the padding.',
  },
  fonts: {
    recent: 'Recently used',
    own: 'Your fonts',
    scripts: {
      latin: 'Latin',
      japanese: 'Japanese',
      arabic: 'Arabic',
      hebrew: 'Hebrew',
      devanagari: 'Devanagari',
    },
    styles: {
      sans: 'Sans serif gothic',
      serif: 'Serif mincho',
      display: 'Display',
      handwriting: 'Handwriting script',
      mono: 'Monospace',
    },
    nothing: 'No matching fonts.',
    add: 'Add a font file',
    remove: 'Remove {{font}}',
    use: 'Use {{font}}',
    absent: 'The font {{font}} is not on this device. Showing a substitute.',
  },
  mask: {
    grayNote: '255 is visible, 0 is hidden. The eraser draws 0.',
    stretched: 'The base image ({{width}} × {{height}} px) is stretched to the mask’s size.',
  },
  layer: {
    centered: 'At 0, 0 the top layer is centered.',
    maskNote: 'White areas of the mask show the top layer, black areas hide it.',
    fadeKeys: 'Number keys set opacity: 1 = 10%, 0 = 100%.',
  },
};

export type StageWords = typeof enStage;
