import { beforeAll, describe, expect, it } from 'vitest'
import { createUser } from '../../features/accounts/identity/index.ts'
import { rpc, rpcError } from '../../testing/call-tool.ts'
import { importFor } from '../../testing/import-fixtures.ts'
import { type Caller, createWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
  await importFor(world, {
    conversationTitle: 'Pricing with Globex',
    participants: [{ name: 'Hank Scorpio', email: 'hank@globex.example' }],
  })
  await importFor(world, { conversationTitle: 'Secret pricing', private: true })
  for (const [email, lastName] of [
    ['ina@acme.example', 'Ives'],
    ['ina2@acme.example', 'Ives'],
    ['ivo@acme.example', 'Moss'],
  ] as const) {
    const user = { email, firstName: email.startsWith('ina') ? 'Ina' : 'Ivo', lastName, role: 'SALES_REP' } as const
    await createUser(world.app.store.of(world.acme), world.acme, world.app.clock, user)
  }
})

const request = (name: string, argument: string, value: string) => ({
  ref: { type: 'ref/prompt', name },
  argument: { name: argument, value },
})
const complete = async (caller: Caller, name: string, argument: string, value = '') =>
  (await rpc(world.app, caller, 'completion/complete', request(name, argument, value))).result.completion

describe('completions', () => {
  it('are a capability of the server, which also has an address and icons', async () => {
    const { result } = await rpc(world.app, world.bob, 'initialize', {
      ...{ protocolVersion: '2025-11-25', capabilities: {} },
      clientInfo: { name: 'test', version: '1' },
    })
    expect(result.capabilities.completions).toEqual({})
    expect(result.serverInfo.websiteUrl).toBe(world.app.publicUrl())
    const [icon] = result.serverInfo.icons
    expect(icon).toMatchObject({ mimeType: 'image/svg+xml', sizes: ['any'] })
    const path = icon.src.slice(world.app.publicUrl().length)
    const answer = await world.app.server.inject({ method: 'GET', url: path })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/svg+xml'])
  })

  it('offer the last call and titles of calls that the caller sees', async () => {
    const all = await complete(world.bob, 'follow_up_mail', 'call')
    expect(all.values[0]).toBe('last')
    expect(all).toMatchObject({ total: all.values.length, hasMore: false })
    const found = async (caller: Caller) => (await complete(caller, 'follow_up_mail', 'call', 'PRICING')).values
    expect((await found(world.bob)).toSorted()).toEqual(['Pricing with Globex', 'Secret pricing'])
    expect(await found(world.mark)).toEqual(['Pricing with Globex'])
    expect(await found(world.mallory)).toEqual([])
    expect((await complete(world.bob, 'follow_up_mail', 'call', 'la')).values[0]).toBe('last')
  })

  it('offer people of customers, and never colleagues', async () => {
    expect((await complete(world.bob, 'prepare_meeting', 'customer', 'scor')).values).toEqual(['Hank Scorpio'])
    expect((await complete(world.carol, 'prepare_meeting', 'customer', 'scor')).values).toEqual([])
    expect((await complete(world.bob, 'prepare_meeting', 'customer', 'ives')).values).toEqual([])
  })

  it('offer reps by name, and by address if two have the same name', async () => {
    expect((await complete(world.bob, 'coach_rep', 'rep', 'ivo')).values).toEqual(['Ivo Moss'])
    expect((await complete(world.bob, 'coach_rep', 'rep', 'ina')).values.toSorted()).toEqual([
      'ina2@acme.example',
      'ina@acme.example',
    ])
    const teams = (await complete(world.bob, 'pipeline_review', 'whose', 'nor')).values
    expect(teams).toEqual(['Sales North'])
    expect((await complete(world.mallory, 'coach_rep', 'rep', 'ivo')).values).toEqual([])
  })

  it('offer days and languages', async () => {
    const { values } = await complete(world.bob, 'coach_rep', 'since')
    expect(values.length).toBeGreaterThan(4)
    for (const day of values) expect(new Date(day).toISOString().slice(0, 10)).toBe(day)
    expect(values).toEqual(values.toSorted().toReversed())
    expect((await complete(world.bob, 'follow_up_mail', 'language', 'ger')).values).toEqual(['German'])
  })

  it('offer nothing for free text', async () => {
    expect(await complete(world.bob, 'follow_up_mail', 'tone', 'short')).toEqual({
      values: [],
      total: 0,
      hasMore: false,
    })
  })

  it('are at most 100, however many there are', async () => {
    const full = await createWorld(world.app)
    const rows = `select $1, gen_random_uuid(), 'rep' || n || '@acme.example', 'Rep', n::text, (select id from roles where organization_id = $1 limit 1)
      from generate_series(1, 150) as n`
    await full.app.store.owner.query(
      `insert into users (organization_id, id, email, first_name, last_name, role_id) ${rows}`,
      [full.acme],
    )
    const { values, total } = await complete(full.bob, 'pipeline_review', 'whose', 'rep')
    expect([values.length, total]).toEqual([100, undefined])
  })
})

/** Arguments whose values come from the database. */
const LOOKED_UP = [
  ['follow_up_mail', 'call'],
  ['prepare_meeting', 'customer'],
  ['coach_rep', 'rep'],
  ['pipeline_review', 'whose'],
] as const

describe.each(LOOKED_UP)('the argument of %s: %s', (name, argument) => {
  it.each(['%_\\', "' or 1=1 --", '\u0001', '\u202e', '   ', '\u{1f600}'.repeat(300)])(
    'completes %j',
    async (typed) => {
      expect((await complete(world.bob, name, argument, typed)).hasMore).toBe(false)
    },
  )

  it.each([
    ['x'.repeat(301), 'The value must have 0 to 300 characters.'],
    ['a\u0000b', 'without NUL characters'],
    ['\ud800', 'well-formed Unicode'],
  ])('refuses %j', async (typed, words) => {
    const error = await rpcError(world.app, world.bob, 'completion/complete', request(name, argument, typed))
    expect(error.code).toBe(-32602)
    expect(error.message).toContain(words)
  })
})

describe('refuses', () => {
  it.each([
    ['an unknown prompt', request('no_prompt', 'call', '')],
    ['an unknown argument', request('follow_up_mail', 'nothing', '')],
    [
      'an unknown template',
      { ref: { type: 'ref/resource', uri: 'parley://x/{id}' }, argument: { name: 'id', value: '' } },
    ],
  ])('%s', async (_, params) => {
    expect((await rpcError(world.app, world.bob, 'completion/complete', params)).code).toBe(-32602)
  })
})
