/** Tool that returns the identity of the caller. */
import { z } from 'zod'
import { defineTool } from '../../../core/tool.ts'
import { lines } from '../../../core/tool-text.ts'
import { getMe } from './get-me.ts'

const named = z.object({ id: z.string(), name: z.string() })

export const getMeTool = defineTool(getMe, {
  name: 'get_me',
  title: 'Get the current user',
  description:
    'Returns the user you act for, with teams, role, organization and scopes. Call it first when a question says "I", ' +
    '"my" or "our team", and pass its IDs to the filters of other tools.',
  args: {},
  data: {
    organization: named,
    user: z
      .object({
        id: z.string(),
        email: z.string(),
        name: z.string(),
        language: z.string().nullable(),
        teams: z.array(named),
      })
      .nullable(),
    role: z.string(),
    scopes: z.array(z.string()),
  },
  present: (me) => ({
    text: lines({
      Organization: `${me.organization.name} (${me.organization.id})`,
      User:
        me.user === null
          ? 'none (organization-level key)'
          : `${me.user.name || me.user.email} <${me.user.email}> (${me.user.id})`,
      Teams: me.user?.teams.map(({ id, name }) => `${name} (${id})`).join(', '),
      Language: me.user?.language ?? undefined,
      Role: me.role,
      Scopes: me.scopes.join(', '),
    }),
    data: me,
  }),
})
