import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { callTool } from '../../../testing/call-tool.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { NOBODY } from '../../../testing/refusals.ts'
import { createWorld, type World } from '../../../testing/world.ts'

let world: World
let tracker: string
let conversation: string
beforeAll(async () => {
  world = await createWorld()
  const body = { name: 'Competitors', phrases: ['Globex', 'Initech'], description: 'Other vendors' }
  tracker = (await call(world.app, world.org, 'POST', '/trackers', { body })).body.data.uuid
  const segments = [
    { speaker: 'Ann', text: 'We also look at Globex for this.', start: 0, end: 4 },
    { speaker: 'Bob', text: 'What do you like about Globex?', start: 5, end: 8 },
  ]
  conversation = await importFor(world, { conversationTitle: 'Vendors', transcript: { segments } })
  await world.app.drain(world.acme)
})

describe('does', () => {
  it('lists trackers with their phrases', async () => {
    const { data, text } = await callTool(world.app, world.carol, 'list_trackers')
    expect(data.trackers).toEqual([
      {
        ...{ id: tracker, name: 'Competitors', description: 'Other vendors', phrases: ['Globex', 'Initech'] },
        ...{ phrase_count: 2, speakers: 'all', enabled: true, color: 'purple' },
      },
    ])
    expect(text).toContain('| Competitors | Globex; Initech | all | yes |')
  })

  it('creates and updates trackers for admins', async () => {
    const args = { name: 'Warranty', phrases: ['warranty'], color: 'olive', case_sensitive: true }
    const { data } = await callTool(world.app, world.alice, 'create_tracker', args)
    expect(data).toMatchObject({ name: 'Warranty', color: 'olive', phrase_count: 1 })
    const changed = await callTool(world.app, world.alice, 'update_tracker', { tracker_id: data.id, color: 'red' })
    expect(changed.data).toMatchObject({ id: data.id, name: 'Warranty', color: 'red' })
    const { body } = await call(world.app, world.bob, 'GET', `/trackers/${data.id}`)
    expect(body.data).toMatchObject({ color: 'red', caseSensitive: true, version: 1 })
    for (const caller of [world.mark, world.bob]) {
      const { error } = await callTool(world.app, caller, 'update_tracker', { tracker_id: data.id, color: 'green' })
      expect(error.code).toBe('admin_required')
    }
    await call(world.app, world.org, 'DELETE', `/trackers/${data.id}`)
  })

  it('returns calls with hits, and quotes with speaker and time', async () => {
    const { data, text } = await callTool(world.app, world.bob, 'list_tracker_hits', { tracker_id: tracker })
    expect(data.calls).toMatchObject([
      {
        ...{ call_id: conversation, title: 'Vendors', count: 2 },
        quotes: [
          { quote: expect.stringContaining('Globex'), speaker: 'Ann', start: 0 },
          { speaker: 'Bob', start: 5 },
        ],
      },
    ])
    expect(text).toContain('Ann: ')
  })
})

describe('refuses', () => {
  it('an unknown tracker', async () => {
    const { error } = await callTool(world.app, world.bob, 'list_tracker_hits', { tracker_id: NOBODY })
    expect(error.code).toBe('not_found')
  })
})

describe('who may', () => {
  it('is who sees the call', async () => {
    const { data } = await callTool(world.app, world.carol, 'list_tracker_hits', { tracker_id: tracker })
    expect(data.calls).toEqual([])
    const { error } = await callTool(world.app, world.mallory, 'list_tracker_hits', { tracker_id: tracker })
    expect(error.code).toBe('not_found')
  })
})
