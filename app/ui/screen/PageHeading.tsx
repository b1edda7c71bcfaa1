interface PageHeadingProps {
  readonly title: string;
  readonly summary: string;
}

export function PageHeading({ title, summary }: PageHeadingProps) {
  return (
    <header className="mb-6">
      <h1 className="text-title tracking-tight">{title}</h1>
      <p className="mt-1 text-muted">{summary}</p>
    </header>
  );
}
