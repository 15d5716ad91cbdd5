import { call } from '../../src/testing/call.ts'
import type { SamplesOf } from './sample.ts'

export const accessSamples: SamplesOf = async (world) => {
  const made = await call(world.app, world.org, 'POST', '/api_keys', { body: { name: 'Spare' } })
  return {
    listApiKeys: {},
    createApiKey: { body: { name: 'Export', expiry_hours: 24 } },
    deleteApiKey: { path: { id: made.body.data.id } },
  }
}
