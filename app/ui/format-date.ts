/** Formats a metadata date (`2024`, `2024-05` or `2024-05-12`) in a language. Returns other text unchanged. */
export function formatTagDate(date: string, language: string): string {
  const [, year, month, day] = /^(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?$/.exec(date) ?? [];
  if (!year) return date;
  const time = new Date(`${year}-${month ?? '01'}-${day ?? '01'}T00:00:00Z`);
  if (Number.isNaN(time.getTime())) return date;
  return new Intl.DateTimeFormat(language, {
    timeZone: 'UTC',
    year: 'numeric',
    month: month ? 'long' : undefined,
    day: day ? 'numeric' : undefined,
  }).format(time);
}
