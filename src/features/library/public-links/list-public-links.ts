import { z } from 'zod'
import { listFields, toWindow } from '../../../core/list-page.ts'
import { type Context, defineOperation } from '../../../core/operation.ts'
import { paged, pageSchema } from '../../../core/page.ts'
import type { Visibility } from '../../../core/principal.ts'
import { uuid } from '../../../core/wire.ts'
import { isVisible, selectVisibilityOfActive } from '../../conversations/records/index.ts'
import { isDeckVisible } from '../decks/index.ts'
import { type PublicLinkRow, selectLinks } from './queries.ts'
import { type PublicLink, publicLink } from './schema.ts'

export const listPublicLinks = defineOperation({
  id: 'listPublicLinks',
  summary: 'List public links',
  description:
    'Lists links that open a snippet or a deck without signing in, newest first. Excludes links that were created ' +
    'by an organization-level API key. Requires the admin role.',
  tag: 'Snippets',
  input: z.object({
    ...listFields({ default: 25, max: 100 }),
    user_uuid: uuid()
      .optional()
      .describe(
        'ID of a user, from `GET /organizations/users`. Returns only links that this user is responsible for. ' +
          'Defaults to all users.',
      ),
  }),
  output: pageSchema(publicLink),
  requires: { scope: 'read', role: 'ADMIN' },
  rest: { method: 'GET', path: '/public-links', ...paged(publicLink) },
  async handle({ user_uuid: userId, ...input }, ctx) {
    const { rows, meta } = await selectLinks(ctx.db, ctx.org, userId, toWindow(input))
    const sight = new Map<string, Visibility | undefined>()
    for (const { answers_id: id } of rows) {
      if (!sight.has(id)) sight.set(id, await selectVisibilityOfActive(ctx.db, ctx.org, id))
    }
    const data: PublicLink[] = []
    for (const row of rows) data.push(serializeLink(row, await isOpen(ctx, row, sight.get(row.answers_id))))
    return { data, meta }
  },
})

async function isOpen({ db, org }: Context, row: PublicLinkRow, visibility: Visibility | undefined): Promise<boolean> {
  if (visibility === undefined) return false
  return row.conversation_id === null
    ? isDeckVisible(db, org, visibility, row.target_id)
    : isVisible(db, org, visibility, row.conversation_id)
}

const serializeLink = (row: PublicLinkRow, works: boolean): PublicLink => ({
  id: row.id,
  kind: row.kind,
  target_uuid: row.target_id,
  title: row.title,
  email: row.email,
  created_by_uuid: row.created_by,
  user_uuid: row.answers_id,
  works,
  created_at: row.created_at,
})
