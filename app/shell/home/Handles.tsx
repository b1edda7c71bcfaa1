const corners = ['-top-1 -left-1', '-top-1 -right-1', '-bottom-1 -left-1', '-bottom-1 -right-1'];

export function Handles() {
  return (
    <>
      <span className="absolute inset-0 border-2 border-paper outline outline-ink/40" />
      {corners.map((corner) => (
        <span key={corner} className={`absolute ${corner} size-2.5 rounded-full border border-ink bg-paper`} />
      ))}
    </>
  );
}
