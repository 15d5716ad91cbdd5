import { z } from 'zod'

/** Code as people type it, possibly with spaces. */
export const appCode = z
  .string()
  .trim()
  .min(1, { error: 'Enter the six digits that the app shows.' })
  .max(64, { error: 'The code is too long. Enter the six digits that the app shows.' })
