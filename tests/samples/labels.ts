import { randomUUID } from 'node:crypto'
import { call } from '../../src/testing/call.ts'
import type { SamplesOf } from './sample.ts'

export const labelSamples: SamplesOf = async (world, conversation) => {
  // Names are unique, and the laws ask for samples more than once.
  const body = () => ({
    name: `Stage ${randomUUID()}`,
    options: [{ value: 'Opening' }, { value: 'Closing' }],
    teamsUUID: [world.teams.north],
  })
  const make = async () => {
    const { body: made } = await call(world.app, world.org, 'POST', '/labels', { body: body() })
    return { path: { id: made.data.uuid as string } }
  }
  // What a person decided.
  await call(world.app, world.org, 'PUT', `/conversations/${conversation}/labels`, {
    body: { labels: { Mood: 'Good' } },
  })
  return {
    listLabels: {},
    createLabel: { body: body() },
    getLabel: await make(),
    updateLabel: { ...(await make()), body: { description: 'Stage of the deal.' } },
    deleteLabel: await make(),
    listLabelChoices: { path: { id: conversation } },
  }
}
