import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { toVisibility } from '../../../core/principal.ts'
import { pathId } from '../../../core/wire.ts'
import { isVisible, selectRedactions } from '../../conversations/records/index.ts'
import { redactionCounts } from '../../text/redaction/index.ts'

const span = z.object({
  kind: z
    .string()
    .describe('Kind of the redacted data, such as `email`, or the name of a pattern of the organization.'),
  segment: z.int().describe('Position of the segment in the transcript, from 0.'),
  from: z.int().describe('Start of the mask in the segment text, in UTF-16 units.'),
  to: z.int().describe('End of the mask in the segment text, exclusive, in UTF-16 units.'),
  word: z.int().describe('Position of the word in the segment that contains the mask, from 0.'),
  words: z.int().describe('Number of words that the mask replaced.'),
})
const redaction = z.object({
  transcriptVersion: z.int().describe('Version of the transcript that contains the masks.'),
  counts: redactionCounts,
  spans: z.array(span).describe('Masks in the transcript, in the order of the text.'),
  madeAt: z.string().describe('When the transcript was last redacted.'),
})

export const listConversationRedactions = defineOperation({
  id: 'listConversationRedactions',
  summary: 'List redactions of a conversation',
  description:
    'Returns the masks in each redacted version of the transcript, newest version first. No endpoint returns the ' +
    'original text.',
  tag: 'Privacy',
  input: z.object({ id: pathId('conversation') }),
  output: z.object({ data: z.array(redaction).describe('Redacted versions of the transcript, newest first.') }),
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/conversations/{id}/redactions' },
  async handle({ id }, ctx) {
    if (!(await isVisible(ctx.db, ctx.org, toVisibility(ctx.principal), id))) throw notFound('conversation')
    const rows = await selectRedactions(ctx.db, ctx.org, id)
    return {
      data: rows.map(({ version, counts, spans, made_at: madeAt }) => ({
        ...{ transcriptVersion: version, counts, madeAt },
        spans: [...spans],
      })),
    }
  },
})
