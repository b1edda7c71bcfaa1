export function Spinner() {
  return (
    <svg viewBox="0 0 18 18" className="size-[18px] animate-spin" fill="none" strokeWidth="2" aria-hidden="true">
      <circle cx="9" cy="9" r="7" className="stroke-current opacity-25" />
      <path d="M9 2a7 7 0 0 1 7 7" className="stroke-current" strokeLinecap="round" />
    </svg>
  );
}
