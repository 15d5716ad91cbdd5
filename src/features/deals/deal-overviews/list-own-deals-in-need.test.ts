import { beforeAll, describe, expect, it } from 'vitest'
import type { Principal } from '../../../core/principal.ts'
import { runOperation } from '../../../core/run-operation.ts'
import { call } from '../../../testing/call.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { createWorld, type World } from '../../../testing/world.ts'
import { listOwnDealsInNeed } from './list-own-deals-in-need.ts'

type Deals = Awaited<ReturnType<typeof listOwnDealsInNeed.handle>>
type Name = 'alice' | 'bob' | 'carol' | 'mark'

const DAY_MS = 86_400_000

let world: World
beforeAll(async () => {
  world = await createWorld()
  await deal('late', 'Harbor trucks', { dealstage: 'contract_sent', closedate: '2020-01-31' })
  await talk('late', 30)
  await deal('quiet', 'Kestrel gates', { dealstage: 'contract_sent' })
  await talk('quiet', 40)
  await deal('fresh', 'Ottermoor handhelds', { dealstage: 'contract_sent' })
  await talk('fresh', 1)
  await deal('won', 'Meridian halls', { dealstage: 'closedwon', closedate: '2020-01-31' })
  await talk('won', 60)
  await deal('carols', 'Saltmarsh linen', {})
  await talk('carols', 60)
  await talk('carols', 50, { userID: world.carol.userId, teamUUID: world.teams.north })
})

async function deal(id: string, title: string, fields: Record<string, unknown>) {
  const body = { opportunity_id: id, title }
  await call(world.app, world.org, 'PUT', `/teams/${world.teams.north}/opportunity`, { body })
  if (Object.keys(fields).length > 0)
    await call(world.app, world.org, 'PUT', `/crm-records/deals/${id}`, { body: { fields } })
}

const talk = (opportunityID: string, daysAgo: number, given: Record<string, unknown> = {}) =>
  importFor(world, {
    ...{ opportunityID, teamUUID: world.teams.north, userID: world.bob.userId },
    conversationStartedAt: new Date(world.app.clock.now().getTime() - daysAgo * DAY_MS).toISOString(),
    ...given,
  })

const principalOf = (name: Name, more: Partial<Principal> = {}): Principal => ({
  ...world.app.operator(world.acme),
  ...{ role: name === 'alice' ? 'ADMIN' : name === 'mark' ? 'MANAGER' : 'SALES_REP' },
  user: {
    ...{ id: world[name].userId ?? '', email: `${name}@acme.example` },
    teamIds: name === 'mark' ? Object.values(world.teams) : name === 'bob' ? [world.teams.north] : [],
  },
  ...more,
})
const run = (principal: Principal, input: object = {}) =>
  runOperation(listOwnDealsInNeed, input, world.app.contextFor(principal)) as Promise<Deals>
const titles = async (name: Name, input: object = {}) =>
  (await run(principalOf(name), input)).data.map(({ title }) => title)

describe('does', () => {
  it('returns own open deals with signals, most signals first', async () => {
    const { data, meta } = await run(principalOf('bob'))
    expect(data.map(({ title, signals }) => [title, signals.map(({ kind }) => kind)])).toEqual([
      ['Harbor trucks', ['quiet', 'close_date_passed']],
      ['Kestrel gates', ['quiet']],
    ])
    expect(meta).toMatchObject({ totalRecords: 2, pageCount: 1 })
  })

  it('pages', async () => {
    expect([await titles('bob', { size: '1' }), await titles('bob', { size: '1', page: '2' })]).toEqual([
      ['Harbor trucks'],
      ['Kestrel gates'],
    ])
  })

  it('counts a last call without a next step, and not a single contact', async () => {
    const own = ['Bob: How are you?', 'Ann: Fine.'].join('\n')
    for (const id of ['idle', 'met']) await deal(id, `Deal ${id}`, {})
    const at = {
      participants: [
        { name: 'Bob', email: 'bob@acme.example' },
        { name: 'Ann', email: 'ann@b.example' },
      ],
    }
    await talk('idle', 2, { transcript: own, ...at })
    await talk('met', 3, { transcript: own, ...at })
    await talk('met', 2, { transcript: `${own}\nBob: I will send you the contract, Ann.`, ...at })
    await world.app.drain(world.acme)
    const { data } = await run(principalOf('bob'))
    expect(data.find(({ title }) => title === 'Deal idle')?.signals).toEqual([
      { kind: 'no_next_step', text: expect.any(String) },
    ])
    const all = await call(world.app, world.bob, 'GET', '/deals', { query: { title: 'Deal met' } })
    expect(all.body.data[0].signals.map(({ kind }: { kind: string }) => kind)).toEqual(['single_contact'])
    expect(data.map(({ title }) => title)).not.toContain('Deal met')
  })

  it('leaves a deal to the user who owns its newest call', async () => {
    expect(await titles('bob')).not.toContain('Saltmarsh linen')
    expect(await titles('carol')).toEqual(['Saltmarsh linen'])
    const archived = await talk('quiet', 35, { userID: world.carol.userId })
    expect(await titles('bob')).not.toContain('Kestrel gates')
    await call(world.app, world.org, 'DELETE', `/conversations/${archived}`)
    expect(await titles('bob')).toContain('Kestrel gates')
  })
})

describe('refuses', () => {
  it('a page of more than 50', async () => {
    await expect(run(principalOf('bob'), { size: '51' })).rejects.toMatchObject({ code: 'validation_failed' })
  })
})

describe('who may', () => {
  it('is users, for their own deals, by the calls that they can see', async () => {
    for (const name of ['alice', 'mark'] as const) expect([name, await titles(name)]).toEqual([name, []])
    const { user: _, ...nobody } = principalOf('bob')
    await expect(run(nobody)).rejects.toMatchObject({ code: 'user_required' })
    // A private call of a colleague is newer, and Bob can't see it.
    await talk('late', 25, { userID: world.carol.userId, private: true })
    expect(await titles('bob')).toContain('Harbor trucks')
  })

  it('sees nothing of another organization', async () => {
    const { user, ...rival } = { ...principalOf('bob'), organizationId: world.rival }
    expect((await run({ ...rival, ...(user === undefined ? {} : { user }) })).meta.totalRecords).toBe(0)
  })
})
