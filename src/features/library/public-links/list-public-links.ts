import { z } from 'zod'
import { forbidden } from '../../../core/errors.ts'
import { listFields, toWindow } from '../../../core/list-page.ts'
import { type Context, defineOperation } from '../../../core/operation.ts'
import { paged, pageSchema } from '../../../core/page.ts'
import { toVisibility, type Visibility } from '../../../core/principal.ts'
import { uuid } from '../../../core/wire.ts'
import { isVisible, selectVisibilityOfActive } from '../../conversations/records/index.ts'
import { isDeckVisible } from '../decks/index.ts'
import { isExpired } from '../shared-links/index.ts'
import { type PublicLinkRow, selectLinks } from './queries.ts'
import { type PublicLink, publicLink } from './schema.ts'

export const listPublicLinks = defineOperation({
  id: 'listPublicLinks',
  summary: 'List public links',
  description:
    'Lists links that open a snippet or a deck without signing in, newest first. Excludes links that were created ' +
    'by an organization-level API key. Admins see the links of all users. Other users see the links that they are ' +
    'responsible for, as long as they have access to the content.',
  tag: 'Snippets',
  input: z.object({
    ...listFields({ default: 25, max: 100 }),
    user_uuid: uuid()
      .optional()
      .describe(
        'ID of a user, from `GET /organizations/users`. Returns only links that this user is responsible for. ' +
          'Defaults to all users for admins, and to the caller for others. Only admins can set another user. ' +
          'Example: `7f0c4c1e-2b5d-4f6a-9a63-1d0b8e5c2a47`.',
      ),
  }),
  output: pageSchema(publicLink),
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/public-links', ...paged(publicLink) },
  async handle({ user_uuid: asked, ...input }, ctx) {
    const userId = ctx.principal.role === 'ADMIN' ? asked : requireOwn(ctx, asked)
    const { rows, meta } = await selectLinks(ctx.db, ctx.org, toVisibility(ctx.principal), userId, toWindow(input))
    const sight = new Map<string, Visibility | undefined>()
    for (const { answers_id: id } of rows) {
      if (!sight.has(id)) sight.set(id, await selectVisibilityOfActive(ctx.db, ctx.org, id))
    }
    const data: PublicLink[] = []
    for (const row of rows) data.push(serializeLink(row, await isOpen(ctx, row, sight.get(row.answers_id))))
    return { data, meta }
  },
})

/** @returns ID of the caller, whose links the list contains */
function requireOwn({ principal }: Context, asked: string | undefined): string | undefined {
  const own = principal.user?.id
  if (asked === undefined || asked === own) return own
  throw forbidden(
    'admin_required',
    'Only admins can list public links of other users. Omit `user_uuid` to list your own links.',
  )
}

async function isOpen(
  { db, org, clock }: Context,
  row: PublicLinkRow,
  visibility: Visibility | undefined,
): Promise<boolean> {
  if (visibility === undefined || isExpired(row.expires_at, clock.now())) return false
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
  questionsAllowed: row.questions_allowed,
  expiresAt: row.expires_at,
  viewCount: row.view_count,
  lastViewedAt: row.last_viewed_at,
  created_at: row.created_at,
})
