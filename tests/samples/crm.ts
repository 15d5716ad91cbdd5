import { call } from '../../src/testing/call.ts'
import type { SamplesOf } from './sample.ts'

export const crmSamples: SamplesOf = async (world) => {
  const record = { fields: { name: 'Initech' } }
  await call(world.app, world.org, 'PUT', '/crm-records/account/A-1', { body: record })
  return {
    putCrmRecord: { path: { code: 'account', id: 'A-1' }, body: record, makesItsOwn: true },
    putCrmRecords: { body: { records: [{ code: 'account', id: 'A-2', ...record }] } },
    getCrmRecord: { path: { code: 'account', id: 'A-1' } },
  }
}
