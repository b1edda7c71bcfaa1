/** Formats seconds, for example 3723.4 as `1:02:03`. Formats an unknown time as a dash. */
export function timeText(seconds: number): string {
  if (!Number.isFinite(seconds)) return '–';
  const whole = Math.floor(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (value: number) => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
