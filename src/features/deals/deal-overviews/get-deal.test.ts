import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { callTool } from '../../../testing/call-tool.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { MALFORMED_IDS, NOBODY, notFound } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
let id: string

type Lines = readonly (readonly [string, string])[]
const talk = (title: string, day: number, lines: Lines, more = {}) =>
  importFor(world, {
    opportunityID: 'harbor',
    teamUUID: world.teams.north,
    conversationTitle: title,
    conversationStartedAt: `2026-09-${String(day).padStart(2, '0')}T10:00:00Z`,
    participants: ['Bob', 'Carla', 'Dora'].map((name) => ({
      name,
      email: `${name.toLowerCase()}@${name === 'Bob' ? 'acme' : 'harbor'}.example`,
    })),
    transcript: { segments: lines.map(([speaker, text], n) => ({ speaker, text, start: n * 20, end: n * 20 + 15 })) },
    ...more,
  })

beforeAll(async () => {
  world = await createWorld()
  const { body } = await call(world.app, world.org, 'PUT', `/teams/${world.teams.north}/opportunity`, {
    body: { opportunity_id: 'harbor', title: 'Harbor trucks' },
  })
  id = body.id
  const fields = { dealstage: 'closedlost', amount: 9000, closed_lost_reason: 'Offline mode' }
  await call(world.app, world.org, 'PUT', '/crm-records/deals/harbor', { body: { fields } })
  await talk('First call', 1, [
    ['Bob', 'Shall we look at the list of the trucks together this morning?'],
    ['Dora', 'Our drivers struggle with the paper lists every single morning in the yard.'],
  ])
  await talk('Second call', 8, [
    ['Carla', 'Honestly, nine thousand dollars a month is too expensive for our depot.'],
    ['Bob', "I'll send you the offer by Friday, with the numbers of the north depot."],
  ])
  await talk('Third call', 15, [
    ['Carla', 'The trucks arrived on time during the whole week, thank you for that.'],
    ['Bob', 'That is good to hear from the north depot.'],
  ])
  await talk('Secret call', 16, [['Carla', 'I am worried about the zebra migration of our stables.']], {
    private: true,
  })
  await world.app.drain(world.acme)
})

const get = (caller: Caller | undefined, deal = id) => call(world.app, caller, 'GET', `/deals/${deal}`)

describe('does', () => {
  it('returns conversations, people, action items, risks and CRM values', async () => {
    const { data } = (await get(world.mark)).body
    expect(data).toMatchObject({ stage: 'Closed lost', outcome: 'lost', amount: 9000, loss_reason: 'Offline mode' })
    expect(data.conversations.map(({ title }: { title: string }) => title)).toEqual([
      'Third call',
      'Second call',
      'First call',
    ])
    expect(data.conversations[1].speakers).toContainEqual({ name: 'Carla', side: 'external', talk_time: 15 })
    expect(data.people).toMatchObject([
      { name: 'Carla', side: 'external', conversations_count: 2, talk_time: 30, is_silent: false },
      { name: 'Dora', side: 'external', conversations_count: 1, talk_time: 15, is_silent: true },
      { name: 'Bob', side: 'internal', conversations_count: 3, is_silent: false },
    ])
    expect(data.action_items).toMatchObject([
      { owner_name: 'Bob', side: 'internal', due_date: '2026-09-11', conversation_title: 'Second call', start: 20 },
    ])
    expect(data.risks).toEqual([
      expect.objectContaining({ text: expect.stringMatching(/^Carla \(0:00\): “Honestly,/), start: 0 }),
      expect.objectContaining({ text: expect.stringContaining('struggle with the paper lists') }),
    ])
    expect(data.signals).toEqual([])
  })

  it('is a tool, with links to the moments', async () => {
    const { text, data } = await callTool(world.app, world.mark, 'get_opportunity_overview', { opportunity_id: id })
    expect(data.deal).toMatchObject({ title: 'Harbor trucks', crm_id: 'harbor', calls: expect.any(Array) })
    expect(text).toContain('Loss reason: Offline mode')
    expect(text).toMatch(/- Bob: .*offer by Friday.*\/conversations\/[\w-]+#t=20/)
    const listed = await callTool(world.app, world.mark, 'list_opportunities', { outcome: 'lost' })
    expect(listed.text).toContain('| Harbor trucks |')
  })
})

describe('refuses', () => {
  it.each([NOBODY, ...MALFORMED_IDS])('%s, which is no opportunity', async (deal) => {
    const answer = await get(world.org, deal)
    expect([answer.status, answer.body]).toEqual([404, notFound('opportunity')])
  })
})

describe('who may', () => {
  it('is who sees the opportunity, with the conversations that they see', async () => {
    expect((await get(undefined)).status).toBe(401)
    for (const caller of [world.carol, world.mallory, world.rivalOrg]) expect((await get(caller)).status).toBe(404)
    expect(JSON.stringify((await get(world.mark)).body)).not.toMatch(/zebra|Secret/)
    expect(JSON.stringify((await get(world.bob)).body)).toMatch(/zebra.*|Secret/)
  })
})
