import { callTool } from '../../src/testing/call-tool.ts'
import type { ToolSamplesOf } from './sample.ts'

export const superAgentToolSamples: ToolSamplesOf = async ({ app, alice }) => {
  const message = 'Who wanted to begin?'
  const { data } = await callTool(app, alice, 'send_super_agent_message', { message })
  const args = { session_id: data.session_id }
  return {
    send_super_agent_message: { args: { ...args, message } },
    get_super_agent_session_history: { args },
    rename_super_agent_session: { args: { ...args, title: 'Beginnings' } },
    cancel_super_agent_processing: { args },
    delete_super_agent_session: { args },
  }
}
