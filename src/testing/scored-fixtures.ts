import { call } from './call.ts'
import { itemFor, scaleOf, scorecardFor } from './scorecards-fixtures.ts'
import type { Caller, World } from './world.ts'

/** A scorecard with items on the scales 1–5 (weight 1) and 0–10 (weight 3). */
export async function twoScales(world: World): Promise<{ id: string; five: string; ten: string }> {
  const id = await scorecardFor(world)
  const five = await itemFor(world, id, { title: 'Five' })
  const ten = await itemFor(world, id, { title: 'Ten', weight: 3, metadata: scaleOf(0, 5, 10) })
  return { id, five, ten }
}

export const score = (
  world: World,
  caller: Caller | undefined,
  conversation: string,
  scorecard: string,
  body: unknown,
) => call(world.app, caller, 'PUT', `/conversations/${conversation}/scorecard-results/${scorecard}`, { body })

/** What the conversation's element tells of scorecards. */
export async function toldOf(world: World, conversation: string) {
  const { body } = await call(world.app, world.org, 'GET', `/conversations/${conversation}`)
  return body.attributes.scorecardResults
}
