import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { uuid } from '../../../core/wire.ts'
import { userExists } from '../../accounts/identity/index.ts'
import { updateLinks } from './queries.ts'

const IDS_MAX = 1_000

const takenOver = z
  .object({ taken_over: z.int().describe('Number of links that were transferred to the caller.') })
  .meta({ id: 'TakenOverLinks' })

export const takeOverPublicLinks = defineOperation({
  id: 'takeOverPublicLinks',
  summary: 'Transfer public links of a user',
  description:
    'Makes the calling admin responsible for public links of a user, for example of someone who left. Links of a ' +
    "deactivated user don't work; after the transfer they work again while the admin is active and has access to " +
    "their content. URLs of the links don't change, and Parley sends no emails. You can repeat the request safely. " +
    'Requires a user with the admin role.',
  tag: 'Snippets',
  input: z.object({
    user_uuid: uuid().describe('ID of the user whose links are taken over, from `GET /organizations/users`.'),
    link_uuids: z
      .array(uuid())
      .min(1)
      .max(IDS_MAX)
      .optional()
      .describe(
        `IDs of links from \`GET /public-links\`, 1 to ${IDS_MAX}. Ignores links that the user isn't responsible for. ` +
          'Defaults to all links of the user.',
      ),
  }),
  output: takenOver,
  requires: { scope: 'write', role: 'ADMIN', level: 'user' },
  rest: { method: 'POST', derived: false, path: '/public-links/take-over', ...inData(takenOver) },
  handle: ({ user_uuid: userId, link_uuids: ids }, ctx) =>
    ctx.transact(async (tx) => {
      if (!(await userExists(tx, ctx.org, userId))) throw notFound('user', '/user_uuid')
      ctx.addAuditTarget('user', userId)
      const by = ctx.principal.user?.id ?? userId
      return { taken_over: await updateLinks(tx, ctx.org, { userId, by, ids }) }
    }),
})
