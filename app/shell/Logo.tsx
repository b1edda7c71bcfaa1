/** The mark: a brush with a vermilion tip, standing in its case. */
export function Mark({ className = 'size-8' }: { readonly className?: string }) {
  return (
    <svg viewBox="0 0 32 32" className={className} aria-hidden="true">
      <g transform="rotate(24 17 13)">
        <path
          className="fill-shu"
          d="M17 0.8c2.9 3 3.9 5 3.9 6.9 0 1-.3 1.8-.7 2.5h-6.4a4.700 4.700 0 0 1-.7-2.500c0-1.900 1-3.900 3.900-6.900Z"
        />
        <path className="fill-ink" d="M13.900 11.600h6.200l-.7 12h-4.800Z" />
      </g>
      <path className="fill-paper" d="M0 16.500h32v3H0Z" />
      <path className="fill-ink" d="M2 18h28v8.500a4 4 0 0 1-4 4H6a4 4 0 0 1-4-4Z" />
      <path
        className="fill-shu"
        d="M13.500 18h5v4.200a1.300 1.300 0 0 1-1.300 1.300h-2.400a1.300 1.300 0 0 1-1.300-1.300Z"
      />
    </svg>
  );
}
