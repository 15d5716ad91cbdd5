import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { RawJson } from '../../../core/json.ts'
import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { toVisibility } from '../../../core/principal.ts'
import { pathId } from '../../../core/wire.ts'
import { selectHitsOfConversation } from '../trackers/index.ts'
import { selectTopics } from './queries.ts'
import { topics } from './schema.ts'

const json = (text: string | null) => new RawJson(text ?? '[]')

export const getConversationTopics = defineOperation({
  id: 'getConversationTopics',
  summary: 'Get topics of a conversation',
  description:
    'Returns key phrases, named entities, chapters and tracker hits of the current transcript. The analysis detects them; lists are empty until then.',
  tag: 'Conversations',
  input: z.object({ id: pathId('conversation') }),
  output: topics,
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/conversations/{id}/topics', ...inData(topics) },
  async handle({ id }, ctx) {
    const visibility = toVisibility(ctx.principal)
    const [row, hits] = await Promise.all([
      selectTopics(ctx.db, ctx.org, visibility, id),
      selectHitsOfConversation(ctx.db, ctx.org, visibility, id),
    ])
    if (row === undefined) throw notFound('conversation')
    return {
      conversationUUID: id,
      transcriptVersion: row.transcript_version,
      model: row.model,
      createdAt: row.made_at,
      keyPhrases: json(row.key_phrases),
      namedThings: json(row.named_things),
      chapters: json(row.chapters),
      trackers: hits.map(({ id: uuid, name, color, hit_count: count, hits: told }) => ({
        ...{ uuid, name, color, count },
        hits: new RawJson(told),
      })),
    }
  },
})
