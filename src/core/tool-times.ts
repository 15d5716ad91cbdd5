/**
 * Dates and times of tool arguments (decisions, section 10). A date alone is a day in the caller's time zone: a lower
 * bound is its beginning, an upper bound its end. A time without an offset is in the caller's time zone too. REST has
 * its own rule: there a date is midnight UTC.
 */
import type { z } from 'zod'
import type { Principal } from './principal.ts'
import type { Arguments } from './tool.ts'
import { endOfDay, isCalendarDay, localTime, startOfDay } from './zone-times.ts'

/** Key of schema metadata that marks an argument as a point in time, and how it reads a date. */
export const DAY_BOUND = 'dayBound'
export type DayBound = 'begin' | 'end'

/** The caller's time zone. Organization-level keys, and users who never opened the app, have UTC. */
export const getTimeZone = ({ user }: Principal): string => user?.timeZone ?? 'UTC'

/** Arguments with dates and local times as points in time. Other values stay, and validation rejects them. */
export function resolveTimes(schema: z.ZodObject, given: Arguments, zone: string): Arguments {
  const resolved = Object.entries(schema.shape).flatMap(([name, argument]) => {
    const bound = (argument as z.ZodType).meta()?.[DAY_BOUND]
    const value = given[name]
    if ((bound !== 'begin' && bound !== 'end') || typeof value !== 'string') return []
    const at = toInstant(value.trim(), bound, zone)
    return at === undefined ? [] : [[name, at.toISOString()] as const]
  })
  return { ...given, ...Object.fromEntries(resolved) }
}

function toInstant(value: string, bound: DayBound, zone: string): Date | undefined {
  if (!isCalendarDay(value.slice(0, 10))) return undefined
  const day = bound === 'begin' ? startOfDay(zone, value) : endOfDay(zone, value)
  return day ?? localTime(zone, value)
}
