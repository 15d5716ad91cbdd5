/** Arguments that many tools share, with one description for each. */
import { z } from 'zod'
import { uuid } from './wire.ts'

/** A date, or an ISO 8601 date-time with offset. The operation validates it. */
export const moment = (description: string) => z.string().max(40).optional().describe(description)

/** @param from name of the tool that returns these IDs */
export const idArgument = (noun: string, from?: string) =>
  uuid().describe(from === undefined ? `ID of the ${noun}.` : `ID of the ${noun}, from ${from}.`)
