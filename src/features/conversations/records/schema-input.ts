/** Field schemas that requests about conversations share. */
import { z } from 'zod'
import { givenJson, text } from '../../../core/wire.ts'
import { emailAddress } from '../../accounts/identity/index.ts'

/** Maximum length in code points. */
export const TITLE_MAX = 512

export const externalId = text({ min: 1, max: 256, trim: true })
export const mediaUrl = z.url({ protocol: /^https?$/ }).max(2_048)
/** Language tag (BCP 47). */
export const language = text({ min: 2, max: 35 })

export const participantInput = z
  .object({
    id: text({ min: 1, max: 256 })
      .nullish()
      .transform(present)
      .describe('ID of the participant in the importing application, 1 to 256 characters.'),
    email: emailAddress.nullish().transform(present).describe('Email address of the participant.'),
    name: text({ min: 1, max: 256, trim: true })
      .nullish()
      .transform(present)
      .describe('Name of the participant, 1 to 256 characters.'),
    organizer: z
      .boolean()
      .nullish()
      .transform(present)
      .describe('Whether the participant organized the meeting. Defaults to false.'),
    status: text({ max: 64 })
      .nullish()
      .transform(present)
      .describe('Status of the invitation, such as `accepted`, maximum 64 characters.'),
  })
  .refine((person) => person.email !== undefined || person.name !== undefined || person.id !== undefined, {
    message: 'A participant must have an `email`, a `name` or an `id`.',
  })

/** Participant whose side the caller can state. */
export const sidedParticipant = z
  .intersection(
    participantInput,
    z.object({
      internal: z
        .boolean()
        .optional()
        .describe(
          'Whether the participant belongs to your organization. Without it, the domain of the email address decides, and ' +
            'without an email address the telephone number in `name` or `id`.',
        ),
    }),
  )
  .describe('Participant with an `email`, a `name` or an `id`.')

function present<T>(value: T | null | undefined): T | undefined {
  return value ?? undefined
}

export const LABELS_MAX = 100

/** Label options by category, with the length limits of labels and options. */
export const labelMap = z
  .record(text({ min: 1, max: 128 }), text({ min: 1, max: 256 }))
  .refine((labels) => Object.keys(labels).length <= LABELS_MAX, {
    message: `A conversation can have at most ${LABELS_MAX} labels.`,
  })

/** Additional metadata of the importing application, stored and returned as it is. */
export const metadata = z
  .record(text({ max: 256 }), givenJson)
  .refine((value) => JSON.stringify(value).length <= 256 * 1024, {
    message: 'The value must have at most 262144 characters as JSON.',
  })
