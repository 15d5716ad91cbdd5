import type { ToolSamplesOf } from './sample.ts'

export const taskToolSamples: ToolSamplesOf = async (world, _, conversation) => ({
  // The tool names the person alone, without an email address.
  create_task: {
    args: { call_id: conversation, text: 'Order the signs', promised_by: 'Ana Ruiz', due_on: '2098-12-01' },
    caller: world.bob,
  },
})
