/** Who is calling, for assistants. */
import { z } from 'zod'
import { defineTool } from '../../core/tool.ts'
import { lines } from '../../core/tool-text.ts'
import { getMe } from './get-me.ts'

const named = z.object({ id: z.string(), name: z.string() })

export const getMeTool = defineTool(getMe, {
  name: 'get_me',
  title: 'Who am I',
  description:
    'Tells for whom you act: user, teams, role, organization and scopes. Call it first when a question says "I", "my" or ' +
    '"our team": its ids go into the filters of other tools.',
  args: {},
  data: {
    organization: named,
    user: z.object({ id: z.string(), email: z.string(), name: z.string(), teams: z.array(named) }).nullable(),
    role: z.string(),
    scopes: z.array(z.string()),
  },
  present: (me) => ({
    text: lines({
      Organization: `${me.organization.name} (${me.organization.id})`,
      User:
        me.user === null
          ? 'none: an organization key'
          : `${me.user.name || me.user.email} <${me.user.email}> (${me.user.id})`,
      Teams: me.user?.teams.map(({ id, name }) => `${name} (${id})`).join(', '),
      Role: me.role,
      Scopes: me.scopes.join(', '),
    }),
    data: me,
  }),
})
