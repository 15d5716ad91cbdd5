import { randomUUID } from 'node:crypto'
import { call } from '../../src/testing/call.ts'
import type { SamplesOf } from './sample.ts'

export const trackerSamples: SamplesOf = async (world, conversation) => {
  // Names are unique, and the laws ask for samples more than once.
  const body = () => ({ name: `Opening ${randomUUID()}`, phrases: ['begin'], teamsUUID: [world.teams.north] })
  const make = async () => {
    const { body: made } = await call(world.app, world.org, 'POST', '/trackers', { body: body() })
    return { path: { id: made.data.uuid as string } }
  }
  const [kept, ended] = [await make(), await make()]
  // What was analyzed before the tracker was made is looked through again.
  await call(world.app, world.org, 'POST', `/conversations/${conversation}/reanalyze`, { body: { steps: ['topics'] } })
  await world.app.drain(world.acme)
  return {
    listTrackers: {},
    createTracker: { body: body() },
    getTracker: kept,
    updateTracker: { ...kept, body: { description: 'How it begins.' } },
    deleteTracker: ended,
    listTrackerHits: kept,
    getConversationTopics: { path: { id: conversation } },
  }
}
