/** Pure rules of retention. */

const DAY = 86_400_000
/** Hour of the day, UTC, at which policies are carried out. */
const HOUR = 2

/** What started before this is old enough. */
export const dueBefore = (afterDays: number, now: Date): Date => new Date(now.getTime() - afterDays * DAY)

/** When policies are carried out the next time. */
export function nextRun(now: Date): Date {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), HOUR)
  return new Date(today > now.getTime() ? today : today + DAY)
}
