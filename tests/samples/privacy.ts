import { call } from '../../src/testing/call.ts'
import type { SamplesOf } from './sample.ts'

export const privacySamples: SamplesOf = async (world, conversation) => {
  const { app, org } = world
  const rules = {
    mode: 'off',
    kinds: ['card', 'email'],
    patterns: [{ name: 'order', pattern: 'ORD-\\d+', mask: '[ORDER]' }],
  }
  const policy = { name: 'Old ones', afterDays: 3_650, action: 'archive' }
  const hold = { participantEmail: 'kept@nowhere.example', reason: 'Matter 7' }
  const nobody = { email: 'nobody@nowhere.example', names: ['Nobody Nowhere'] }
  await call(app, org, 'PUT', '/organizations/redaction', { body: rules })
  await call(app, org, 'PUT', '/organizations/sharing', { body: { outside: true } })
  const made = await call(app, org, 'POST', '/retention-policies', { body: { ...policy, enabled: true } })
  const kept = await call(app, org, 'POST', '/legal-holds', { body: hold })
  const put = (on: boolean) => ({ path: { id: conversation }, body: { on, reason: 'Matter 8' } })
  for (const on of [true, false]) {
    await call(app, org, 'PUT', `/conversations/${conversation}/legal-hold`, { body: put(on).body })
  }
  // Nothing of what samples say is masked, and one row says so of the conversation all the same.
  await app.store.owner.query(
    `insert into transcript_redactions (organization_id, conversation_id, version, spans, counts, made_at)
     select organization_id, conversation_id, version, '[]', '{}', now() from transcripts where conversation_id = $1`,
    [conversation],
  )
  const run = await call(app, org, 'POST', '/privacy/redactions', { body: {} })
  // One erasure for all samples of the organization: each deletes the bodies of its deliveries.
  const [known] = await app.store.owner.query<{ id: string }>(
    'select id from person_erasures where organization_id = $1 limit 1',
    [world.acme],
  )
  const erasureId = known?.id ?? (await call(app, org, 'POST', '/privacy/erasures', { body: nobody })).body.data.uuid
  const ofPolicy = { path: { id: made.body.data.uuid } }
  return {
    getOrganizationSharing: {},
    replaceOrganizationSharing: { body: { outside: true } },
    getOrganizationRedaction: {},
    replaceOrganizationRedaction: { body: rules },
    previewRedaction: { body: { text: 'Write to ann@customer.example about ORD-1.' } },
    listLegalHolds: {},
    createLegalHold: { body: hold },
    deleteLegalHold: { path: { id: kept.body.data.uuid } },
    listRetentionPolicies: {},
    createRetentionPolicy: { body: policy },
    getRetentionPolicy: ofPolicy,
    updateRetentionPolicy: { ...ofPolicy, body: { name: 'Older ones' } },
    previewRetentionPolicy: ofPolicy,
    deleteRetentionPolicy: ofPolicy,
    getAuditRetention: {},
    replaceAuditRetention: { body: { keepDays: 3_650 } },
    updateConversationLegalHold: put(false),
    getConversationLegalHold: { path: { id: conversation } },
    redactConversation: { path: { id: conversation } },
    listConversationRedactions: { path: { id: conversation } },
    createRedactionRun: { body: { filter: { title: 'no such title' } } },
    getRedactionRun: { path: { id: run.body.data.uuid } },
    createPersonErasure: { body: nobody },
    getPersonErasure: { path: { id: erasureId } },
    getPerson: { query: { email: 'ann@customer.example' } },
  }
}
