/** The mark: a brush with a vermilion tip, standing in its case. Drawn alike in `public/favicon.svg`. */
export function Mark({ className = 'size-8' }: { readonly className?: string }) {
  return (
    <svg viewBox="0 0 32 32" className={className} aria-hidden="true">
      <g transform="rotate(28 16 17)">
        <path
          className="fill-shu"
          d="M16-.8c3 3.3 4.3 5.7 4.3 8 0 1.3-.4 2.4-1.1 3.3h-6.4c-.7-.9-1.1-2-1.1-3.3 0-2.3 1.3-4.7 4.3-8Z"
        />
        <path className="fill-ink" d="M12.6 12h6.8L18.7 24h-5.4Z" />
      </g>
      <path className="fill-ink" d="M1 18.5h30v8c0 2.485-2.015 4.5-4.5 4.5h-21C3.015 31 1 28.985 1 26.5Z" />
    </svg>
  );
}
