/** Field schemas that several requests about conversations share. */
import { z } from 'zod'
import { givenJson, text } from '../../core/wire.ts'
import { emailAddress } from '../identity/index.ts'

/** Code points. */
export const TITLE_MAX = 512

export const externalId = text({ min: 1, max: 256, trim: true })
export const mediaUrl = z.url({ protocol: /^https?$/ }).max(2_048)
/** A language tag (BCP 47). */
export const language = text({ min: 2, max: 35 })

export const participantInput = z
  .object({
    id: text({ min: 1, max: 256 }).nullish().transform(present),
    email: emailAddress.nullish().transform(present),
    name: text({ min: 1, max: 256, trim: true }).nullish().transform(present),
    organizer: z.boolean().nullish().transform(present),
    status: text({ max: 64 }).nullish().transform(present),
  })
  .refine((person) => person.email !== undefined || person.name !== undefined || person.id !== undefined, {
    message: 'A participant needs an email, a name or an id.',
  })

function present<T>(value: T | null | undefined): T | undefined {
  return value ?? undefined
}

export const LABELS_MAX = 100

/** Category → option, as long as the names of labels and their options may be. */
export const labelMap = z
  .record(text({ min: 1, max: 128 }), text({ min: 1, max: 256 }))
  .refine((labels) => Object.keys(labels).length <= LABELS_MAX, {
    message: `There may be at most ${LABELS_MAX} labels.`,
  })

/** What an importing application says beside; kept and told as it is. */
export const metadata = z
  .record(text({ max: 256 }), givenJson)
  .refine((value) => JSON.stringify(value).length <= 256 * 1024, {
    message: 'This may have at most 262144 characters.',
  })
