import type { ToolSamplesOf } from './sample.ts'

export const teamToolSamples: ToolSamplesOf = (_, { updateTeam }) => ({
  change_team_parent: { args: { team_id: updateTeam?.path?.id, parent_team_id: null } },
})
