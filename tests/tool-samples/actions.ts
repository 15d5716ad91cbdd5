import { actionFor } from '../../src/testing/actions-fixtures.ts'
import type { ToolSamplesOf } from './sample.ts'

export const actionToolSamples: ToolSamplesOf = async (world, _, conversation) => ({
  // One of its own: what is dismissed cannot be edited any more.
  dismiss_action: { args: { action_id: await actionFor(world, conversation) }, caller: world.bob },
})
