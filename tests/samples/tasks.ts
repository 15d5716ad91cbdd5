import { call } from '../../src/testing/call.ts'
import type { SamplesOf } from './sample.ts'

export const taskSamples: SamplesOf = async (world, conversation) => {
  const caller = world.bob
  const toBody = (text: string) => ({
    ...{ conversationUUID: conversation, text, dueOn: '2098-12-01', assigneeUUID: world.alice.userId },
    promisedBy: { name: 'Ana Ruiz', email: 'ana@customer.example' },
  })
  const made = await call(world.app, caller, 'POST', '/tasks', { body: toBody('Send the budget') })
  if (made.status !== 201) throw new Error(made.text)
  const one = { path: { id: made.body.data.uuid as string }, caller }
  return {
    listTasks: { caller, query: { conversation, status: 'open' } },
    createTask: { caller, body: toBody('Answer the questionnaire') },
    getTask: one,
    updateTask: { ...one, body: { text: 'Send the budget of the year', status: 'done' } },
    listConversationPromises: { path: { id: conversation }, caller },
  }
}
