/** Arguments that many tools take, described once for whoever reads the list. */
import { uuid } from './wire.ts'

/** @param from the tool that tells such ids */
export const idOf = (noun: string, from?: string) =>
  uuid().describe(from === undefined ? `Id of the ${noun}.` : `Id of the ${noun}, from ${from}.`)
