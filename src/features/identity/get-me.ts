import { z } from 'zod'
import { defineToolOperation } from '../../core/tool.ts'
import { selectOrganizationName, selectUsers } from './queries.ts'
import { userTold } from './told.ts'

/** Who is calling, and what they may do. For tools alone: a program knows its own key. */
export const getMe = defineToolOperation({
  id: 'getMe',
  summary: 'Tell who is calling, for which organization, and what they may do.',
  tag: 'Organization',
  input: z.object({}),
  output: z.object({
    organization: z.object({ id: z.string(), name: z.string() }),
    user: z
      .object({
        id: z.string(),
        email: z.string(),
        name: z.string(),
        teams: z.array(z.object({ id: z.string(), name: z.string() })),
      })
      .nullable(),
    role: z.string(),
    scopes: z.array(z.string()),
  }),
  requires: { scope: 'read' },
  async handle(_, { db, org, principal }) {
    const [name, [row]] = await Promise.all([
      selectOrganizationName(db, org),
      principal.user === undefined ? [] : selectUsers(db, org, { id: principal.user.id }),
    ])
    const user = row === undefined ? undefined : userTold(org, row)
    return {
      organization: { id: org, name },
      user:
        user === undefined
          ? null
          : {
              id: user.uuid,
              email: user.email,
              name: `${user.firstName} ${user.lastName}`.trim(),
              teams: user.teams.map((team) => ({ id: team.uuid, name: team.name })),
            },
      role: principal.role,
      scopes: principal.scopes.map((scope) => `mcp:${scope}`),
    }
  },
})
