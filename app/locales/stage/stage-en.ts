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
};

export type StageWords = typeof enStage;
