import { call } from '../../src/testing/call.ts'
import { scorecardFor } from '../../src/testing/scorecards-fixtures.ts'
import type { SamplesOf } from './sample.ts'

export const targetSamples: SamplesOf = async (world) => {
  // Each scope has one target, and the laws ask for samples more than once.
  const toBody = async () => ({
    ...{ figure: 'scorecardScore', scorecardUUID: await scorecardFor(world), teamUUID: world.teams.north },
    ...{ minimum: 60, maximum: 95 },
  })
  const make = async () => {
    const answer = await call(world.app, world.org, 'POST', '/targets', { body: await toBody() })
    if (answer.status !== 201) throw new Error(answer.text)
    return { path: { id: answer.body.data.uuid as string } }
  }
  const [kept, ended] = [await make(), await make()]
  return {
    listTargets: {},
    createTarget: { body: await toBody() },
    getTarget: kept,
    updateTarget: { ...kept, body: { minimum: 70 } },
    deleteTarget: ended,
  }
}
