/** Tables and API schemas of the redaction settings. */
import { z } from 'zod'
import { text } from '../../../core/wire.ts'
import { REDACTION_KINDS, redactionKind } from './kinds.ts'

declare module '../../../core/db.ts' {
  interface Tables {
    redaction_settings: {
      organization_id: string
      mode: RedactionMode
      kinds: string[]
      patterns: string
      knowledge_sources: boolean
      updated_at: Instant
    }
    transcript_redactions: {
      organization_id: string
      conversation_id: string
      version: number
      spans: string
      counts: string
      made_at: Instant
    }
  }
}

export const redactionMode = z.enum(['off', 'models_only', 'storage'])
export type RedactionMode = z.output<typeof redactionMode>

export const PATTERNS_MAX = 20
export const PREVIEW_MAX = 20_000

const mask = z
  .string()
  .regex(/^\[[A-Z][A-Z0-9_ ]{0,31}\]$/, {
    error:
      '`mask` must be capital letters, digits, spaces and underscores in square brackets, starting with a letter. ' +
      'Example: `[EMPLOYEE]`.',
  })
  .describe(
    'Replacement for each match: capital letters, digits, spaces and underscores in brackets. Example: ' +
      '`[EMPLOYEE]`.',
  )

export const pattern = z.object({
  name: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,31}$/, {
      error: '`name` must be 1 to 32 lower-case letters, digits and underscores, starting with a letter.',
    })
    .describe(
      'Name of the pattern in counts and spans: 1 to 32 lower-case letters, digits and underscores. Example: ' +
        '`employee_id`.',
    ),
  pattern: text({ min: 1, max: 500 }).describe(
    'Regular expression in RE2 syntax, at most 500 characters. Ignores matches of more than 200 characters. ' +
      'Example: `EMP-\\d{6}`.',
  ),
  mask,
})

const kinds = z
  .array(redactionKind)
  .max(REDACTION_KINDS.length)
  .transform((given) => REDACTION_KINDS.filter((kind) => given.includes(kind)))
  .meta({ type: 'array', items: { type: 'string', enum: [...REDACTION_KINDS] } })

/** Most IP addresses identify machines rather than people. */
const USUAL = REDACTION_KINDS.filter((kind) => kind !== 'ip')

const modeTold =
  '`storage`: masks data before it is stored. `models_only`: stores the original and shows masks to language models ' +
  'and embeddings. `off`: masks nothing.'

export const settingsInput = z.object({
  mode: redactionMode.describe(modeTold),
  kinds: kinds
    .default(USUAL)
    .describe('Kinds of personal data to mask. Defaults to all except `ip`. Example: `["card", "email"]`.'),
  patterns: z
    .array(pattern)
    .max(PATTERNS_MAX)
    .default([])
    .describe(
      `Patterns of the organization. They take precedence over kinds. Maximum ${PATTERNS_MAX}. Defaults to none.`,
    ),
  knowledgeSources: z
    .boolean()
    .default(false)
    .describe('Whether to mask new knowledge base sources in mode `storage`. Defaults to false.'),
})

export const settings = z.object({
  mode: redactionMode.describe(modeTold),
  kinds: z.array(redactionKind).describe('Kinds of personal data that are masked.'),
  patterns: z.array(pattern).describe('Patterns of the organization. They take precedence over kinds.'),
  knowledgeSources: z.boolean().describe('Whether new knowledge base sources are masked in mode `storage`.'),
  updatedAt: z.string().nullable().describe('When an admin last changed the settings; null if they never changed.'),
})
export type RedactionSettings = z.output<typeof settings>

export const OFF: RedactionSettings = {
  mode: 'off',
  kinds: USUAL,
  patterns: [],
  knowledgeSources: false,
  updatedAt: null,
}

/** Number of matches by kind. */
export const counts = z.record(z.string(), z.int()).describe('Number of redactions by kind of data.')
