/** Tools of the glossary. */
import { z } from 'zod'
import { defineTool, type Tool } from '../../../core/tool.ts'
import { idArgument } from '../../../core/tool-arguments.ts'
import { excerpt, table } from '../../../core/tool-text.ts'
import { GLOSSARY_KINDS } from '../glossary-spellings/index.ts'
import { deleteGlossaryTerm } from './delete-glossary-term.ts'
import { importGlossaryTerms } from './import-glossary-terms.ts'
import { listGlossaryTerms } from './list-glossary-terms.ts'
import { termFields } from './schema.ts'

const MEANING_SHOWN = 200

export const tools: readonly Tool[] = [
  defineTool(listGlossaryTerms, {
    name: 'list_glossary',
    title: 'List glossary terms',
    description:
      'Lists the organization’s own terms (products, people, companies, acronyms) with their aliases, misheard forms and meaning, alphabetically. Use it to understand a name in a transcript, or before set_glossary_term. Search and ask_assistant use the glossary themselves.',
    args: {
      query: z
        .string()
        .max(200)
        .optional()
        .describe('Text in the term or one of its spellings, up to 200 characters. Example: `loom`.'),
      kind: z.enum(GLOSSARY_KINDS).optional().describe('Returns only terms of this kind. Example: `product`.'),
    },
    names: { query: 'q' },
    paged: { max: 100 },
    data: {
      terms: z.array(
        z.object({
          id: z.string(),
          term: z.string(),
          kind: z.enum(GLOSSARY_KINDS),
          aliases: z.array(z.string()),
          misheard: z.array(z.string()),
          meaning: z.string(),
        }),
      ),
    },
    present: ({ data }) => ({
      text:
        data.length === 0
          ? 'No terms found.'
          : table(
              ['Term', 'Kind', 'Aliases', 'Misheard as', 'Meaning', 'Id'],
              data.map(({ term, kind, aliases, misheard, meaning, uuid }) => [
                ...[term, kind, aliases.join('; '), misheard.join('; '), excerpt(meaning, MEANING_SHOWN), uuid],
              ]),
            ),
      data: {
        terms: data.map(({ uuid, term, kind, aliases, misheard, meaning }) => ({
          ...{ id: uuid, term, kind, aliases, misheard, meaning: excerpt(meaning, MEANING_SHOWN) },
        })),
      },
    }),
  }),
  defineTool(importGlossaryTerms, {
    name: 'set_glossary_term',
    title: 'Set a glossary term',
    description:
      'Creates a glossary term, or updates the term of this name; omitted arguments keep their values. Search then finds all its spellings, and earlier calls are analyzed again in the background. Requires the admin role. Repeating the call has no further effect.',
    args: {
      term: termFields.term.describe('Term in its correct spelling, 1 to 120 characters. Example: `Wayloom`.'),
      aliases: termFields.aliases.describe('Other correct spellings, up to 20. Replaces all. Example: `["WL"]`.'),
      misheard: termFields.misheard.describe(
        'Wrong forms in transcripts, up to 20. Replaces all. Example: `["Way Loom", "Veyloom"]`.',
      ),
      kind: termFields.kind.describe('Kind of the term. Defaults to `other`. Example: `product`.'),
      meaning: termFields.meaning.describe('Meaning, up to 500 characters. Example: `Our analytics product`.'),
    },
    input: (term) => ({ terms: [term] }),
    idempotent: true,
    data: { term: z.string(), outcome: z.enum(['created', 'updated', 'unchanged']) },
    present: ({ created, updated }, { term }) => {
      const outcome = created > 0 ? ('created' as const) : updated > 0 ? ('updated' as const) : ('unchanged' as const)
      return { text: `The term ${term}: ${outcome}.`, data: { term, outcome } }
    },
  }),
  defineTool(deleteGlossaryTerm, {
    name: 'delete_glossary_term',
    title: 'Delete a glossary term',
    description:
      'Deletes a glossary term with its spellings permanently. Corrected transcripts stay. Earlier calls are analyzed again in the background. Requires the admin role.',
    args: { term_id: idArgument('glossary term', 'list_glossary') },
    names: { term_id: 'id' },
    destructive: true,
    idempotent: true,
    data: { term_id: z.string(), deleted: z.boolean() },
    present: (_, { term_id }) => ({ text: 'Deleted the term.', data: { term_id, deleted: true } }),
  }),
]
