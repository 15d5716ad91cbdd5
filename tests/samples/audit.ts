import { call } from '../../src/testing/call.ts'
import type { SamplesOf } from './sample.ts'

export const auditSamples: SamplesOf = async (world) => {
  const { body } = await call(world.app, world.org, 'GET', '/changes')
  // The samples that follow make changes.
  return { listAuditEntries: {}, listChanges: { query: { since: body.meta.cursor } } }
}
