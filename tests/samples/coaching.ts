import { call } from '../../src/testing/call.ts'
import type { SamplesOf } from './sample.ts'

export const coachingSamples: SamplesOf = async (world, conversation) => {
  const caller = world.bob
  const body = {
    ...{ conversationUUID: conversation, assigneeUUID: world.alice.userId },
    ...{ question: 'What would you ask here?', time: { start: 0 }, dueOn: '2098-12-01' },
  }
  const make = async () => {
    const answer = await call(world.app, caller, 'POST', '/coaching-assignments', { body })
    if (answer.status !== 201) throw new Error(answer.text)
    return { path: { id: answer.body.data.uuid as string }, caller }
  }
  const one = await make()
  return {
    listCoachingAssignments: { caller, query: { conversation, status: 'open' } },
    createCoachingAssignment: { caller, body },
    getCoachingAssignment: one,
    updateCoachingAssignment: { ...one, body: { question: 'What would you say here?', done: true } },
    deleteCoachingAssignment: await make(),
  }
}
