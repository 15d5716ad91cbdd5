/** Tables of the glossary, with request and response schemas. */
import { z } from 'zod'
import { text } from '../../../core/wire.ts'
import { GLOSSARY_KINDS, type GlossaryKind } from '../glossary-spellings/index.ts'

declare module '../../../core/db.ts' {
  interface Tables {
    glossary_terms: {
      organization_id: string
      id: string
      term: string
      term_folded: string
      kind: GlossaryKind
      meaning: string
      aliases: string[]
      misheard: string[]
      version: number
      created_at: Instant
      updated_at: Instant
    }
    glossary_spellings: { organization_id: string; key: string; term_id: string; sound: string }
    glossary_versions: { organization_id: string; version: number }
  }
}

/** Maximum number of terms per organization, and per import. */
export const TERMS_MAX = 5_000
/** Maximum number of aliases, and of misheard forms, per term. */
export const SPELLINGS_MAX = 20
const SPELLING_LENGTH = 120
export const MEANING_LENGTH = 500

const spelling = text({ min: 1, max: SPELLING_LENGTH, trim: true })

/** Fields of requests. Only `term` is required to create a term. */
export const termFields = {
  term: spelling.describe(
    `Term in its correct spelling, 1 to ${SPELLING_LENGTH} characters, unique in the organization. Example: \`Wayloom\`.`,
  ),
  aliases: z
    .array(spelling)
    .max(SPELLINGS_MAX)
    .optional()
    .describe(
      `Other correct spellings and short forms, up to ${SPELLINGS_MAX}, each with 1 to ${SPELLING_LENGTH} characters. Replaces all existing ones. Defaults to none. Example: \`["WL"]\`.`,
    ),
  misheard: z
    .array(spelling)
    .max(SPELLINGS_MAX)
    .optional()
    .describe(
      `Wrong forms that speech recognition writes instead of the term, up to ${SPELLINGS_MAX}, each with 1 to ${SPELLING_LENGTH} characters. Replaces all existing ones. Defaults to none. Example: \`["Way Loom", "Veyloom"]\`.`,
    ),
  kind: z
    .enum(GLOSSARY_KINDS)
    .optional()
    .describe(
      'Kind of the term: `product`, `person`, `company`, `acronym` or `other`. Defaults to `other`. Example: `product`.',
    ),
  meaning: text({ max: MEANING_LENGTH, trim: true })
    .optional()
    .describe(
      `Meaning of the term, up to ${MEANING_LENGTH} characters. Defaults to empty. Example: \`Our analytics product\`.`,
    ),
}
export const termInput = z.object(termFields)
export type TermInput = z.output<typeof termInput>

export const glossaryTerm = z
  .object({
    uuid: z.string().describe('ID of the term.'),
    term: z.string().describe('Term in its correct spelling.'),
    aliases: z.array(z.string()).describe('Other correct spellings and short forms.'),
    misheard: z.array(z.string()).describe('Wrong forms that speech recognition writes instead of the term.'),
    kind: z.enum(GLOSSARY_KINDS).describe('Kind of the term.'),
    meaning: z.string().describe('Meaning of the term; empty if it has none.'),
    updatedAt: z.string().describe('Time of the last change, ISO 8601.'),
    organizationUUID: z.string().describe('ID of the organization.'),
  })
  .meta({ id: 'GlossaryTerm' })
export type GlossaryTerm = z.output<typeof glossaryTerm>
