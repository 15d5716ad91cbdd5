import { call } from '../../src/testing/call.ts'
import type { SamplesOf } from './sample.ts'

export const savedViewSamples: SamplesOf = async (world) => {
  const body = {
    name: 'Renewals',
    visibility: 'organization',
    filters: { filter: { title: 'renewal' } },
    layout: { sort: 'longest' },
  }
  const make = async () => {
    const answer = await call(world.app, world.bob, 'POST', '/views', { body })
    if (answer.status !== 201) throw new Error(answer.text)
    return { path: { id: answer.body.data.uuid as string } }
  }
  const [kept, ended] = [await make(), await make()]
  return {
    listSavedViews: {},
    createSavedView: { body },
    getSavedView: kept,
    updateSavedView: { ...kept, body: { name: 'Renewals at large', position: 0 } },
    deleteSavedView: ended,
  }
}
