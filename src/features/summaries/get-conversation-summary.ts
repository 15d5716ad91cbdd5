import { z } from 'zod'
import { notFound } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { inData } from '../../core/page.ts'
import { visibilityOf } from '../../core/principal.ts'
import { pathId } from '../../core/wire.ts'
import { lockVisible } from '../conversations/index.ts'
import { currentOf, makeExtractive, told } from './make.ts'
import { selectStanding } from './queries.ts'
import { summary } from './schema.ts'

export const getConversationSummary = defineOperation({
  id: 'getConversationSummary',
  summary: 'Read the summary of a conversation, each line of it with the words it stands on.',
  description:
    'It is of the transcript as it is now: where none of it has been made yet, one is made at once of what was said. ' +
    'A conversation without a transcript has an empty one.',
  tag: 'Conversations',
  input: z.object({ id: pathId('conversation') }),
  output: summary,
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/conversations/{id}/summary', ...inData(summary) },
  async handle({ id }, ctx) {
    const visibility = visibilityOf(ctx.principal)
    const standing = await selectStanding(ctx.db, ctx.org, visibility, id)
    if (standing === undefined) throw notFound('conversation')
    const current = currentOf(standing)
    if (current !== undefined || standing.current === null) return told(id, current)
    // What is derived is kept, so that it is made once; nothing that anybody wrote is changed.
    return ctx.transact(async (tx) => {
      const locked = await lockVisible(tx, ctx.org, visibility, id)
      const again = locked === undefined ? undefined : await selectStanding(tx, ctx.org, visibility, id)
      if (again === undefined) throw notFound('conversation')
      return told(id, currentOf(again) ?? (await makeExtractive(tx, ctx, id, again.stored?.pending ?? false)))
    })
  },
})
