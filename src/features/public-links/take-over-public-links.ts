import { z } from 'zod'
import { notFound } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { inData } from '../../core/page.ts'
import { uuid } from '../../core/wire.ts'
import { userExists } from '../identity/index.ts'
import { updateLinks } from './queries.ts'

const IDS_MAX = 1_000

const takenOver = z
  .object({ taken_over: z.int().describe('Number of links that the caller answers for from now on.') })
  .meta({ id: 'TakenOverLinks' })

export const takeOverPublicLinks = defineOperation({
  id: 'takeOverPublicLinks',
  summary: 'Take over public links of a user.',
  description:
    'Transfers links of a user, for example of one who left, to the calling admin, who answers for them. Links of a deactivated user open ' +
    'nothing; after this they work again, while the admin is active and sees what they show. Addresses of the links stay ' +
    'the same, and no emails are sent. Can be repeated safely. Requires a user with the admin role.',
  tag: 'Snippets',
  input: z.object({
    user_uuid: uuid().describe('ID of the user whose links are taken over, from `GET /organizations/users`.'),
    link_uuids: z
      .array(uuid())
      .min(1)
      .max(IDS_MAX)
      .optional()
      .describe(
        `IDs of links from \`GET /public-links\`, 1 to ${IDS_MAX}. Links that the user doesn't answer for are ignored. ` +
          'Defaults to all links of the user.',
      ),
  }),
  output: takenOver,
  requires: { scope: 'write', role: 'ADMIN', level: 'user' },
  rest: { method: 'POST', derived: false, path: '/public-links/take-over', ...inData(takenOver) },
  handle: ({ user_uuid: userId, link_uuids: ids }, ctx) =>
    ctx.transact(async (tx) => {
      if (!(await userExists(tx, ctx.org, userId))) throw notFound('user', '/user_uuid')
      ctx.names('user', userId)
      const by = ctx.principal.user?.id ?? userId
      return { taken_over: await updateLinks(tx, ctx.org, { userId, by, ids }) }
    }),
})
