import { z } from 'zod'
import { fold } from '../../../core/fold.ts'
import { pageFields, pageMeta, pageSchema } from '../../../core/page.ts'
import { defineToolOperation } from '../../../core/tool.ts'
import { text, uuid } from '../../../core/wire.ts'
import { listOrganizationUsers } from './list-organization-users.ts'
import { organizationUser } from './schema.ts'

/**
 * Paged user search for tools. REST clients read all users in one response; a model needs only a few of them.
 */
export const listReps = defineToolOperation({
  id: 'listReps',
  summary: 'Search users',
  tag: 'Organization',
  input: z.object({
    query: text({ max: 200 })
      .default('')
      .describe('Words of a name or email address; all must match. Example: `anna`.'),
    teamUUID: uuid().optional(),
    includeDeactivated: z.boolean().default(false),
    ...pageFields({ default: 50, max: 200 }),
  }),
  output: pageSchema(organizationUser.extend({ active: z.boolean() })),
  requires: { scope: 'read' },
  async handle({ query, page, size, ...asked }, ctx) {
    const words = fold(query)
      .split(/\s+/)
      .filter((word) => word !== '')
    const { data } = await listOrganizationUsers.handle(asked, ctx)
    const found = data.filter(({ firstName, lastName, email }) => {
      const said = fold(`${firstName} ${lastName} ${email}`)
      return words.every((word) => said.includes(word))
    })
    return {
      data: found.slice((page - 1) * size, page * size).map((user) => ({ ...user, active: user.active ?? true })),
      meta: pageMeta(page, size, found.length),
    }
  },
})
