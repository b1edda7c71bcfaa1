/** Time in milliseconds after which an answer of the database is late. */
export const LATE_MS = 5000;

/** Resolves when the work ends, but at the latest when the database is late, so that no tool stays closed. */
export const untilLate = (work: Promise<void>): Promise<void> =>
  Promise.race([work, new Promise<void>((resolve) => setTimeout(resolve, LATE_MS))]);
