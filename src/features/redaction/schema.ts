/** The tables of redaction, and the field schemas of its settings. */
import { z } from 'zod'
import { text } from '../../core/wire.ts'
import { REDACTION_KINDS, redactionKind } from './kinds.ts'

declare module '../../core/db.ts' {
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
  .regex(/^\[[A-Z][A-Z0-9_ ]{0,31}\]$/, { error: 'This must be capital letters, digits and _ in brackets.' })
  .describe('What stands in its place, such as `[EMPLOYEE]`.')

export const pattern = z.object({
  name: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,31}$/, { error: 'This must be 1 to 32 small letters, digits and _.' })
    .describe('What it is counted and told as.'),
  pattern: text({ min: 1, max: 500 }).describe('In the language of RE2. It finds at most 200 characters at once.'),
  mask,
})

const kinds = z
  .array(redactionKind)
  .max(REDACTION_KINDS.length)
  .transform((given) => REDACTION_KINDS.filter((kind) => given.includes(kind)))
  .meta({ type: 'array', items: { type: 'string', enum: [...REDACTION_KINDS] } })

/** An address of the net is mostly a machine's. */
const USUAL = REDACTION_KINDS.filter((kind) => kind !== 'ip')

const modeTold =
  '`storage`: before anything is stored. `models_only`: what is stored stays whole, and language models and embeddings ' +
  'are shown masks. `off`: nothing is masked.'

export const settingsInput = z.object({
  mode: redactionMode.describe(modeTold),
  kinds: kinds.default(USUAL),
  patterns: z.array(pattern).max(PATTERNS_MAX).default([]),
  knowledgeSources: z.boolean().default(false).describe('Whether the knowledge base is masked too, in mode `storage`.'),
})

export const settings = z.object({
  mode: redactionMode.describe(modeTold),
  kinds: z.array(redactionKind),
  patterns: z.array(pattern),
  knowledgeSources: z.boolean(),
  updatedAt: z.string().nullable(),
})
export type Settings = z.output<typeof settings>

export const OFF: Settings = { mode: 'off', kinds: USUAL, patterns: [], knowledgeSources: false, updatedAt: null }

/** Times each kind was found. */
export const counts = z.record(z.string(), z.int())
