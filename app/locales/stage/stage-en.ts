/** What stages and the tools that draw on them say, in English; fetched with the first stage. */
export const enStage = {
  hand: 'Hand tool',
  zoom: 'Zoom: {{percent}}%',
  zoomTools: 'Zoom',
  shapeTab: 'tab{{number}}',
  pen: {
    label: 'Pen on the mask',
    keys: 'Arrows move the pen (Shift: 10 times as far). Hold Space to paint.',
    at: 'Pen at {{x}}, {{y}}',
    painting: 'Painting',
    painted: 'Painted',
    gray: 'Pen, gray value {{gray}}',
    eraser: 'Eraser',
    width: 'Pen width {{width}} px',
  },
  removed: '{{name}} removed',
  copied: '{{name}} is a copy',
  keys: {
    hand: 'Move a zoomed image (hold and drag, or use the middle button)',
    duplicate: 'Duplicate',
    remove: 'Remove',
    pen: 'Pen',
    eraser: 'Eraser',
    swap: 'Invert the pen’s gray value',
    width: 'Make the pen narrower, wider',
    move: 'Move the pen',
    paint: 'Paint (hold, on the mask)',
  },
};

export type StageWords = typeof enStage;
