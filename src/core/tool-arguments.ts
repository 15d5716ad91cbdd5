/** Arguments that many tools take, described once for whoever reads the list. */
import { z } from 'zod'
import { uuid } from './wire.ts'

/** ISO 8601, as an operation takes it from a query. */
export const moment = (description: string) => z.string().max(40).optional().describe(description)

/** @param from the tool that tells such ids */
export const idOf = (noun: string, from?: string) =>
  uuid().describe(from === undefined ? `Id of the ${noun}.` : `Id of the ${noun}, from ${from}.`)
