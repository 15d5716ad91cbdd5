import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../../testing/call.ts'
import { callTool } from '../../../../testing/call-tool.ts'
import { importFor } from '../../../../testing/import-fixtures.ts'
import { NOBODY } from '../../../../testing/refusals.ts'
import { createWorld, type World } from '../../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const labelsOf = async (id: string) =>
  (await call(world.app, world.org, 'GET', `/conversations/${id}`)).body.attributes.labels

describe('does', () => {
  it('labels each call, keeps other labels, and names calls that it could not change', async () => {
    const first = await importFor(world, { labels: { Stage: 'Opening', Mood: 'Good', Kind: 'Demo' } })
    const second = await importFor(world)
    const hidden = await importFor(world, { private: true })
    const change = { set: { Stage: 'Closing' }, remove: ['Mood'] }
    const { data } = await callTool(world.app, world.mark, 'label_calls', {
      ...{ call_ids: [first, second, hidden, NOBODY, first], ...change },
    })
    expect(data.calls).toMatchObject([
      { call_id: first, labels: { Kind: 'Demo', Stage: 'Closing' }, error: null },
      { call_id: second, labels: { Stage: 'Closing' }, error: null },
      { call_id: hidden, labels: null, error: 'conversation_not_found' },
      { call_id: NOBODY, labels: null, error: 'conversation_not_found' },
    ])
    expect([await labelsOf(first), await labelsOf(second), await labelsOf(hidden)]).toEqual([
      { Kind: 'Demo', Stage: 'Closing' },
      { Stage: 'Closing' },
      {},
    ])
    const entries = await world.app.store.owner.query<{ entity_id: string }>(
      `select entity_id from audit_log where organization_id = $1 and operation = 'labelConversations'`,
      [world.acme],
    )
    expect(entries.map(({ entity_id }) => entity_id).toSorted()).toEqual([first, second].toSorted())
  })
})

describe('refuses', () => {
  it.each([
    ['no calls', { call_ids: [], set: { Stage: 'Closing' } }],
    ['more than 50 calls', { call_ids: Array.from({ length: 51 }, () => NOBODY), set: { Stage: 'Closing' } }],
    ['no change', { call_ids: [NOBODY] }],
  ])('%s', async (_, args) => {
    expect((await callTool(world.app, world.bob, 'label_calls', args)).error.code).toBe('validation_failed')
  })
})
