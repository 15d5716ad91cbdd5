/** Arguments that many tools share, with one description for each. */
import { z } from 'zod'
import { DAY_BOUND, type DayBound } from './tool-times.ts'
import { uuid } from './wire.ts'

/**
 * A date, which is a day in the caller's time zone, or an ISO 8601 date-time. The operation validates it.
 * @param bound whether a date means the beginning or the end of the day
 */
export const timeArgument = (bound: DayBound, description: string) =>
  z
    .string()
    .max(40)
    .optional()
    .meta({ description, [DAY_BOUND]: bound })

/** Same as `timeArgument`, for a time without which the tool does nothing. */
export const requiredTimeArgument = (bound: DayBound, description: string) =>
  z
    .string()
    .max(40)
    .meta({ description, [DAY_BOUND]: bound })

/** @param from name of the tool that returns these IDs */
export const idArgument = (noun: string, from?: string) =>
  uuid().describe(from === undefined ? `ID of the ${noun}.` : `ID of the ${noun}, from ${from}.`)
