import { z } from 'zod'
import { defineToolOperation } from '../../../core/tool.ts'
import { toToolScope } from '../../../core/tool-scopes.ts'
import { selectStanding } from './queries.ts'

/** Identity and permissions of the caller. Only for tools, because REST clients have their own key. */
export const getMe = defineToolOperation({
  id: 'getMe',
  summary: 'Get the current user',
  tag: 'Organization',
  input: z.object({}),
  output: z.object({
    organization: z.object({ id: z.string(), name: z.string() }),
    user: z
      .object({
        id: z.string(),
        email: z.string(),
        name: z.string(),
        language: z.string().nullable(),
        teams: z.array(z.object({ id: z.string(), name: z.string() })),
      })
      .nullable(),
    role: z.string(),
    scopes: z.array(z.string()),
  }),
  requires: { scope: 'read' },
  async handle(_, { db, org, principal }) {
    const { organization, email, first_name, last_name, language, teams } = await selectStanding(
      db,
      org,
      principal.user?.id,
    )
    const user = principal.user && {
      id: principal.user.id,
      email: email ?? principal.user.email,
      name: `${first_name ?? ''} ${last_name ?? ''}`.trim(),
      language,
      teams,
    }
    return {
      organization: { id: org, name: organization },
      user: user ?? null,
      role: principal.role,
      scopes: principal.scopes.map(toToolScope),
    }
  },
})
