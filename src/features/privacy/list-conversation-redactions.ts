import { z } from 'zod'
import { notFound } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { visibilityOf } from '../../core/principal.ts'
import { pathId } from '../../core/wire.ts'
import { isVisible, selectRedactions } from '../conversations/index.ts'
import { redactionCounts } from '../redaction/index.ts'

const span = z.object({
  kind: z.string(),
  segment: z.int().describe('Position in the transcript, from 0.'),
  from: z.int().describe('Of the mask in the text of the segment, in UTF-16 units.'),
  to: z.int(),
  word: z.int().describe('Position of the word of the segment that holds the mask.'),
  words: z.int().describe('How many words it took the place of.'),
})
const redaction = z.object({
  transcriptVersion: z.int(),
  counts: redactionCounts,
  spans: z.array(span),
  madeAt: z.string(),
})

export const listConversationRedactions = defineOperation({
  id: 'listConversationRedactions',
  summary: 'Tell where the transcript of a conversation is masked, and as what.',
  description:
    'For each version of the transcript in which something is, the newest first. What was there is told nowhere.',
  tag: 'Privacy',
  input: z.object({ id: pathId('conversation') }),
  output: z.object({ data: z.array(redaction) }),
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/conversations/{id}/redactions' },
  async handle({ id }, ctx) {
    if (!(await isVisible(ctx.db, ctx.org, visibilityOf(ctx.principal), id))) throw notFound('conversation')
    const rows = await selectRedactions(ctx.db, ctx.org, id)
    return {
      data: rows.map(({ version, counts, spans, made_at: madeAt }) => ({
        ...{ transcriptVersion: version, counts, madeAt },
        spans: [...spans],
      })),
    }
  },
})
