/**
 * Positions in the write-ahead log (LSN) as numbers of bytes, for example `16/B374D848`. A number is exact up to 8 PiB of
 * log, and no server writes that much.
 */

const LSN = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i

/** @throws Error if the text isn't an LSN */
export function parseLsn(text: string): number {
  const [, high, low] = LSN.exec(text) ?? []
  if (high === undefined || low === undefined) throw new Error(`PostgreSQL returned the position ${text}.`)
  return Number.parseInt(high, 16) * 2 ** 32 + Number.parseInt(low, 16)
}
