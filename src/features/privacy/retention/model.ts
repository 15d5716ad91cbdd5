/** Pure rules of retention. */

const DAY = 86_400_000
/** Hour of the day, in UTC, at which policies run. */
const HOUR = 2

/** Conversations that started before this time are due. */
export const dueBefore = (afterDays: number, now: Date): Date => new Date(now.getTime() - afterDays * DAY)

/** Time of the next run. */
export function nextRun(now: Date): Date {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), HOUR)
  return new Date(today > now.getTime() ? today : today + DAY)
}
