import type { ToolSamplesOf } from './sample.ts'

export const userToolSamples: ToolSamplesOf = ({ teams }, { updateOrganizationUser }) => ({
  list_reps: { args: { query: 'acme.example', team_id: teams.north } },
  manage_user_role: { args: { user_id: updateOrganizationUser?.path?.id, role: 'MANAGER' } },
})
