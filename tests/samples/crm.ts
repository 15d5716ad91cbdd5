import { call } from '../../src/testing/call.ts'
import { importFor } from '../../src/testing/import-fixtures.ts'
import type { SamplesOf } from './sample.ts'

export const crmSamples: SamplesOf = async (world, _, externalId) => {
  const record = { fields: { name: 'Initech' } }
  await call(world.app, world.org, 'PUT', '/crm-records/account/A-1', { body: record })
  for (const dealstage of ['Discovery', 'Proposal']) {
    const body = { fields: { dealstage, amount: 9000 } }
    await call(world.app, world.org, 'PUT', '/crm-records/deals/deal-1', { body })
  }
  const opportunity = { path: { id: world.teams.north }, body: { opportunity_id: 'deal-1', title: 'Renewal' } }
  const { body: deal } = await call(world.app, world.org, 'PUT', `/teams/${world.teams.north}/opportunity`, opportunity)
  // A call of its own, because other samples change the links and the privacy of the shared one.
  await importFor(world, {
    applicationExternalID: `account-${externalId}`,
    linkedCrmRecords: [{ code: 'account', id: `A-${externalId}` }],
    private: externalId === 'private',
  })
  const account = { path: { id: `account-A-${externalId}` } }
  return {
    putCrmRecord: { path: { code: 'account', id: 'A-1' }, body: record, makesItsOwn: true },
    putCrmRecords: { body: { records: [{ code: 'account', id: 'A-2', ...record }] } },
    getCrmRecord: { path: { code: 'account', id: 'A-1' } },
    listCrmRecords: { query: { code: 'account' } },
    deleteCrmRecord: { path: { code: 'account', id: 'A-1' } },
    upsertTeamOpportunity: opportunity,
    listOpportunities: { query: { team_id: world.teams.sales } },
    getOpportunity: { path: { id: deal.id } },
    listDeals: { query: { outcome: 'open' } },
    getDeal: { path: { id: deal.id } },
    listAccounts: { query: {} },
    getAccount: account,
    listAccountConversations: account,
  }
}
