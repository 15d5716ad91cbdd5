import { callTool } from '../../src/testing/call-tool.ts'
import type { SamplesOf } from './sample.ts'

/** Only tools serve it, so there is no operation to have a sample of: what it leaves behind is what laws look for. */
export const superAgentSamples: SamplesOf = async (world, conversation) => {
  const message = `Who said “Shall we begin?” in call ${conversation}?`
  await callTool(world.app, world.alice, 'send_super_agent_message', { message })
  return {}
}
