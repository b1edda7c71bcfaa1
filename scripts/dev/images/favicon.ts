import { MARK } from '#core/image/mark.ts';

export function faviconSvg(): string {
  const { size, page, inset, brush, bristles, handle } = MARK;
  const path = ({ path: d, color }: { readonly path: string; readonly color: string }) =>
    `<path d="${d}" fill="${color}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}">
  <rect width="${size}" height="${size}" rx="${page.radius}" fill="${page.color}"/>
  <g transform="translate(${inset.x} ${inset.y}) scale(${inset.scale})">
    <g transform="rotate(${brush.degrees} ${brush.x} ${brush.y})">
      ${path(bristles)}
      ${path(handle)}
    </g>
    ${path(MARK.case)}
  </g>
</svg>
`;
}
