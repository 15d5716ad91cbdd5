/** Table of passwords, and the rules for new passwords. */
import { z } from 'zod'
import { codePoints } from '../../../core/wire.ts'

declare module '../../../core/db.ts' {
  interface Tables {
    passwords: { organization_id: string; user_id: string; hash: string; changed_at: Instant }
  }
}

export const PASSWORD_MIN = 12
export const PASSWORD_MAX = 256

/** Password of any characters. There are no composition rules; length matters most. */
export const newPassword = z
  .string()
  .refine(
    (value) => {
      const length = codePoints(value)
      return length >= PASSWORD_MIN && length <= PASSWORD_MAX && value.isWellFormed()
    },
    { error: `A password must have ${PASSWORD_MIN} to ${PASSWORD_MAX} characters.` },
  )
  .meta({ minLength: PASSWORD_MIN, maxLength: PASSWORD_MAX })
