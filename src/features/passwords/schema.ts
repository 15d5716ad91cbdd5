/** Table of passwords, and what a password has to be. */
import { z } from 'zod'
import { codePoints } from '../../core/wire.ts'

declare module '../../core/db.ts' {
  interface Tables {
    passwords: { organization_id: string; user_id: string; hash: string; changed_at: Instant }
  }
}

export const PASSWORD_MIN = 12
export const PASSWORD_MAX = 256

/** Any characters, in any mixture: length is what counts. */
export const newPassword = z
  .string()
  .refine(
    (value) => {
      const length = codePoints(value)
      return length >= PASSWORD_MIN && length <= PASSWORD_MAX && value.isWellFormed()
    },
    { error: `A password has ${PASSWORD_MIN} to ${PASSWORD_MAX} characters.` },
  )
  .meta({ minLength: PASSWORD_MIN, maxLength: PASSWORD_MAX })
