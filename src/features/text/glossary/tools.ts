/** Tools of the glossary. */
import { z } from 'zod'
import { defineTool, type Tool } from '../../../core/tool.ts'
import { idArgument } from '../../../core/tool-arguments.ts'
import { excerpt, table } from '../../../core/tool-text.ts'
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
      'Lists the organization’s own terms with aliases, misheard forms and meaning, alphabetically. Use it to understand a name in a transcript. Search and ask_assistant use the glossary themselves.',
    args: {
      query: z.string().max(200).optional().describe('Text in a spelling, up to 200 characters. Example: `loom`.'),
    },
    names: { query: 'q' },
    paged: { max: 100 },
    data: {
      terms: z.array(z.looseObject({ id: z.string(), term: z.string() })),
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
    hints: { effect: 'changes', idempotent: true, openWorld: false },
    description:
      'Creates a glossary term, or updates the one of this name; omitted arguments keep their values. Search then finds all its spellings. Earlier calls are analyzed again.',
    args: {
      term: termFields.term.describe('Correct spelling, 1 to 120 characters. Example: `Wayloom`.'),
      aliases: termFields.aliases.describe('Other correct spellings, up to 20. Replaces all. Example: `["WL"]`.'),
      misheard: termFields.misheard.describe(
        'Wrong forms in transcripts, up to 20. Replaces all. Example: `["Way Loom", "Veyloom"]`.',
      ),
      kind: termFields.kind.describe('Kind. Defaults to `other`.'),
      meaning: termFields.meaning.describe('Meaning, up to 500 characters. Example: `Our analytics product`.'),
    },
    input: (term) => ({ terms: [term] }),
    data: { term: z.string(), outcome: z.string() },
    present: ({ created, updated }, { term }) => {
      const outcome = created > 0 ? 'created' : updated > 0 ? 'updated' : 'unchanged'
      return { text: `The term ${term}: ${outcome}.`, data: { term, outcome } }
    },
  }),
  defineTool(deleteGlossaryTerm, {
    name: 'delete_glossary_term',
    title: 'Delete a glossary term',
    hints: { effect: 'removes', idempotent: true, openWorld: false },
    description: 'Deletes a glossary term with its spellings permanently. Corrected transcripts stay.',
    args: { term_id: idArgument('glossary term', 'list_glossary') },
    names: { term_id: 'id' },
    data: { term_id: z.string(), deleted: z.boolean() },
    present: (_, { term_id }) => ({ text: 'Deleted the term.', data: { term_id, deleted: true } }),
  }),
]
