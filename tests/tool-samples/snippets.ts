import type { ToolSamplesOf } from './sample.ts'

export const snippetToolSamples: ToolSamplesOf = (world, _, conversation) => ({
  create_snippet: { args: { call_id: conversation, start: 0, end: 1, user_id: world.bob.userId } },
})
