import { z } from 'zod'
import { changedListFields, toWindow } from '../../../core/list-page.ts'
import { defineOperation } from '../../../core/operation.ts'
import { paged, pageSchema } from '../../../core/page.ts'
import { serializeView } from './mutate.ts'
import { selectPage } from './queries.ts'
import { savedView } from './schema.ts'

export const listSavedViews = defineOperation({
  id: 'listSavedViews',
  summary: 'List saved views',
  description:
    'Returns the views of the organization, then the private views of the caller, then those of teams, each in order ' +
    'of position. Contains the views of the caller and of the teams of the caller, child teams and teams above them. ' +
    'Admins see the views of all teams.',
  tag: 'Saved views',
  input: z.object(changedListFields({ default: 50, max: 200 })),
  output: pageSchema(savedView),
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/views', ...paged(savedView) },
  async handle(input, ctx) {
    const { rows, meta } = await selectPage(ctx.db, ctx.org, ctx.principal, toWindow(input))
    return { data: rows.map((row) => serializeView(row, ctx)), meta }
  },
})
