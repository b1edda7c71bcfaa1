/** Colors that resvg draws as browsers do, and other values of paints. */
const COMMON_COLORS =
  'none|inherit|currentcolor|url|rgba?|hsla?|transparent|black|white|silver|gr[ae]y|red|maroon|yellow|olive|lime|green|aqua|cyan|teal|blue|navy|fuchsia|magenta|purple|orange|gold|pink|brown|(?:light|dark)gr[ae]y|freeze|remove';

/** Markup and CSS that the SVG renderer resvg ignores, draws black or refuses, and that `prepareSvg` rewrites. */
const REWRITTEN = new RegExp(
  [
    'foreignObject|data:image/svg|requiredFeatures|requiredExtensions|rebeccapurple|\\b(?:unset|revert)\\b',
    String.raw`\b(?:var|calc|min|max|clamp|light-dark|color-mix|hwb|oklch|oklab|lch|lab|color)\(`,
    // Colors without commas, with a slash before alpha, or with a unit of the angle.
    String.raw`\b(?:rgb|hsl)a?\((?:[^,()]{1,99}\)|[^)]{0,99}?(?:/|\d(?:deg|g?rad|turn)))`,
    String.raw`:(?:root|not|is|where|nth-|first-of|last-|only-|empty|has|link|any-link)|@(?:media|supports|layer|namespace)|\*\||!\s{0,9}important`,
    String.raw`[\w\])]\s{0,9}~\s{0,9}[\w.#[:*]|\{[^{}<>]{0,2000}\{`,
    String.raw`drop-shadow\(`,
    // Names of colors that resvg may not know, and draws black.
    String.raw`(?:fill|stroke|color)\s{0,9}[:=][\s"']{0,9}(?!(?:${COMMON_COLORS})\b)[a-z]`,
    String.raw`<(?:\w{1,99}:)?style\s[^<>]{0,200}?media|transform-origin`,
    // Properties that resvg reads only from attributes, or not at all.
    String.raw`[;{"']\s{0,99}(?:x|y|d|r|[cr][xy]|width|height|transform|translate|rotate|scale|marker|background(?:-color)?)\s{0,9}:`,
    String.raw`\d(?:rem|vw|vh|vmin|vmax)\b`,
  ].join('|'),
  'i',
);

/** Keywords that resvg reads only in another case than this. */
const LOWER_CASE = /currentcolor/;

/** Things that neither resvg nor `prepareSvg` draws, or that one of them draws otherwise than a browser. */
const NAMED =
  /@font-face|@import|context-(?:fill|stroke)|mask(?:-image)?\s{0,9}:[^;"}]{0,99}gradient\(|clip-path\s{0,9}[:=]["'\s]{0,9}(?!url|none|inherit)[a-z]|<(?:[\w.-]{1,99}:)?(?:image|feImage|use)\s[^<>]{0,9999}?href\s{0,9}=\s{0,9}["']\s{0,9}(?!#|data:|["'\s])/i;

/** True if resvg draws an SVG differently than browsers, unless `prepareSvg` rewrites it. */
export const needsRewriting = (text: string): boolean => REWRITTEN.test(text) || LOWER_CASE.test(text);

/** True if parts of an SVG may be missing, which a warning names. */
export const mayLackParts = (text: string): boolean => NAMED.test(text);
