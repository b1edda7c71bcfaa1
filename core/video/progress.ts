/** Progress callbacks of the parallel parts of a task. Each callback receives the part's progress from 0 to 1. */
export type PartProgress<Part extends string> = Readonly<Record<Part, (fraction: number) => void>>;

/** Combines the progress of parallel parts, weighted by their share of the work. The total never decreases. */
export function shareProgress<const Part extends string>(
  onProgress: ((fraction: number) => void) | undefined,
  work: Readonly<Record<Part, number>>,
): PartProgress<Part> {
  const parts = Object.keys(work) as Part[];
  const total = parts.reduce((sum, part) => sum + work[part], 0);
  const done = new Map<Part, number>();
  let reported = 0;
  const report = (part: Part, fraction: number) => {
    done.set(part, Math.max(done.get(part) ?? 0, fraction));
    const sum = parts.reduce((all, each) => all + work[each] * (done.get(each) ?? 0), 0);
    reported = Math.max(reported, Math.min(1, sum / total));
    onProgress?.(reported);
  };
  return Object.fromEntries(
    parts.map((part) => [part, (fraction: number) => report(part, fraction)]),
  ) as PartProgress<Part>;
}
