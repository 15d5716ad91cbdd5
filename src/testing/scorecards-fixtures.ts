import { call } from './call.ts'
import type { World } from './world.ts'

/** The id of a scorecard of acme. */
export async function scorecardFor(world: World, given: Record<string, unknown> = {}): Promise<string> {
  const answer = await call(world.app, world.org, 'POST', '/scorecards', { body: { title: 'Discovery', ...given } })
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.body.data.id
}

/** The id of a new item, last in its scorecard unless told otherwise. */
export async function itemFor(world: World, scorecard: string, given: Record<string, unknown> = {}): Promise<string> {
  const body = { title: 'Opened well', ...given }
  const answer = await call(world.app, world.org, 'POST', `/scorecards/${scorecard}/items`, { body })
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.body.data.id
}

/** Titles in order, with their positions. */
export async function orderOf(world: World, scorecard: string): Promise<[number, string][]> {
  const answer = await call(world.app, world.org, 'GET', `/scorecards/${scorecard}/items`, { query: { size: '200' } })
  return answer.body.data.map((item: { position: number; title: string }) => [item.position, item.title])
}

export const scaleOf = (min: number, middle: number, max: number) => ({ numericMetadata: { min, middle, max } })
