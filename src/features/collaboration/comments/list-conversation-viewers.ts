import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { listFields, toWindow } from '../../../core/list-page.ts'
import { defineOperation } from '../../../core/operation.ts'
import { paged, pageSchema } from '../../../core/page.ts'
import { toVisibility } from '../../../core/principal.ts'
import { pathId, queryString } from '../../../core/wire.ts'
import { isVisible } from '../../conversations/records/index.ts'
import { selectViewers } from './queries.ts'

const viewer = z
  .object({
    userUUID: z.string().describe('ID of the user.'),
    name: z.string().describe('Full name, or the email address if the user has no name.'),
    email: z.string().describe('Email address of the user.'),
  })
  .meta({ id: 'ConversationViewer' })
export type ConversationViewer = z.output<typeof viewer>

export const listConversationViewers = defineOperation({
  id: 'listConversationViewers',
  summary: 'List users with access to a conversation',
  description:
    'Returns the active users who can see the conversation, by name. These users can be mentioned in comments.',
  tag: 'Comments',
  input: z.object({
    id: pathId('conversation'),
    ...listFields({ default: 25, max: 100 }),
    query: queryString(128)
      .optional()
      .describe('Text that the name or email address contains, ignoring case. Defaults to all users. Example: `lena`.'),
  }),
  output: pageSchema(viewer),
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/conversations/{id}/viewers', ...paged(viewer) },
  async handle({ id, query = '', ...input }, ctx) {
    if (!(await isVisible(ctx.db, ctx.org, toVisibility(ctx.principal), id))) throw notFound('conversation')
    const { rows, meta } = await selectViewers(ctx.db, ctx.org, id, query.trim(), toWindow(input))
    const data = rows.map((row) => ({
      ...{ userUUID: row.id, email: row.email },
      name: `${row.first_name} ${row.last_name}`.trim() || row.email,
    }))
    return { data, meta }
  },
})
