import { call } from '../../src/testing/call.ts'
import type { ToolSamplesOf } from './sample.ts'

export const insightToolSamples: ToolSamplesOf = async (world, { listInsights }) => {
  const { body } = await call(world.app, world.org, 'GET', '/gi/history', { query: listInsights?.query ?? {} })
  return { get_insight: { args: { insight_id: body.data[0].uuid } } }
}
