import { MARK } from '#core/image/mark.ts';

const { brush, bristles, handle } = MARK;

export function Mark({ className = 'size-8' }: { readonly className?: string }) {
  return (
    <svg viewBox={`0 0 ${MARK.size} ${MARK.size}`} className={className} aria-hidden="true">
      <g transform={`rotate(${brush.degrees} ${brush.x} ${brush.y})`}>
        <path className="fill-shu" d={bristles.path} />
        <path className="fill-ink" d={handle.path} />
      </g>
      <path className="fill-ink" d={MARK.case.path} />
    </svg>
  );
}
