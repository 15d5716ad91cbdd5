import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { callTool } from '../../../testing/call-tool.ts'
import { labelFor } from '../../../testing/labels-fixtures.ts'
import { guardsConversations } from '../../../testing/refusals.ts'
import { TALK, talkFor } from '../../../testing/transcript-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
let topic: string
beforeAll(async () => {
  world = await createWorld()
  const label = await labelFor(world, [], {
    ...{ aiFlow: true },
    options: [
      { value: 'Warehouse', description: 'Scanners and goods of a warehouse.' },
      { value: 'Payroll', description: 'Wages and salaries of employees.' },
    ],
  })
  topic = label.name
})

const list = (caller: Caller | undefined, id: string) =>
  call(world.app, caller, 'GET', `/conversations/${id}/label-choices`)
const put = (id: string, labels: Record<string, string>) =>
  call(world.app, world.bob, 'PUT', `/conversations/${id}/labels`, { body: { labels } })

describe('does', () => {
  it('tells the option that the analysis chose, and the words it goes by', async () => {
    const id = await talkFor(world)
    await world.app.drain(world.acme)
    const { body } = await list(world.bob, id)
    expect(body.data).toMatchObject([
      {
        ...{ category: topic, option: 'Warehouse', source: 'rule', model: null, transcriptVersion: 1 },
        ...{ decidedBy: null, decidedAt: expect.any(String), labelUUID: expect.any(String) },
        evidence: [{ segment: 0, speaker: 'Bob', start: 0, end: 8 }, { segment: 1 }, { segment: 2 }],
      },
    ])
    for (const { segment, quote } of body.data[0].evidence) expect(TALK[segment]?.[1]).toContain(quote)
  })

  it('tells what came along, what people set and what they took away', async () => {
    const id = await talkFor(world, { labels: { Source: 'Import', Stage: 'Open' } })
    await put(id, { Stage: 'Won', Mood: 'Good' })
    await callTool(world.app, world.alice, 'change_conversation_labels', { call_id: id, remove: ['Mood'] })
    const { body } = await list(world.bob, id)
    const human = { source: 'human', confidence: 1, evidence: [], labelUUID: null }
    expect(body.data).toMatchObject([
      { category: 'Mood', option: null, decidedBy: world.alice.userId, ...human },
      { category: 'Source', option: null, decidedBy: world.bob.userId, ...human },
      { category: 'Stage', option: 'Won', decidedBy: world.bob.userId, ...human },
    ])
    const brought = await list(world.bob, await talkFor(world, { labels: { Source: 'Import' } }))
    expect(brought.body.data).toMatchObject([
      { category: 'Source', option: 'Import', source: 'human', decidedBy: null, decidedAt: null },
    ])
  })
})

describe('refuses', () => {
  it('nothing but what is hidden or not there', async () => {
    expect((await list(world.bob, await talkFor(world))).body).toEqual({ data: [] })
  })
})

describe('who may', () => {
  guardsConversations(() => world, list)
})
