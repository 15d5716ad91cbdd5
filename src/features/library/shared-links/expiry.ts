/** Expiry of public links, and the fields of responses about a link. */
import { z } from 'zod'
import { invalid } from '../../../core/errors.ts'
import { dateTime } from '../../../core/wire.ts'

/** Request field with the expiry of a link. Null: the link never expires. */
export const expiryInput = () => dateTime().nullable()

/** Same as `expiryInput`, for arguments of tools. The operation validates the text. */
export const expiryArgument = z.string().meta({ format: 'date-time' }).nullable().optional()

/** Latest time at which a link can expire: one year from now. */
export function toLatestExpiry(now: Date): Date {
  const latest = new Date(now)
  latest.setUTCFullYear(latest.getUTCFullYear() + 1)
  return latest
}

/**
 * Checks that an expiry is in the future, and at most one year ahead.
 * @throws AppError `validation_failed`
 */
export function checkExpiry(expiresAt: Date | null | undefined, now: Date, pointer = '/expiresAt'): void {
  if (expiresAt === null || expiresAt === undefined) return
  const latest = toLatestExpiry(now)
  if (expiresAt > now && expiresAt <= latest) return
  const field = pointer.slice(1)
  const problem = expiresAt > now ? 'more than one year ahead' : 'not in the future'
  throw invalid({
    pointer,
    detail: `\`${field}\` is ${expiresAt.toISOString()}, which is ${problem}. Set it to a time after ${now.toISOString()} and until ${latest.toISOString()}, or to null for a link that never expires.`,
  })
}

/** @param expiresAt ISO 8601; null: never */
export const isExpired = (expiresAt: string | null, now: Date): boolean =>
  expiresAt !== null && Date.parse(expiresAt) <= now.getTime()

export const expiryField = z
  .string()
  .nullable()
  .describe('When the public link expires. From then on, it works no longer. Null if it never expires.')

export const viewCountField = z
  .int()
  .describe(
    'Number of views of the public link. Several openings by the same visitor within 30 minutes count once. ' +
      'Openings by the owner of the link and by link previews do not count.',
  )

export const lastViewedAtField = z
  .string()
  .nullable()
  .describe('When the last view of the public link was counted. Null if there is none.')
