import { beforeAll, describe, expect, it } from 'vitest'
import { callTool } from '../../../testing/call-tool.ts'
import { NOBODY } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'
import { createUser } from './index.ts'

let world: World
let gone: string
beforeAll(async () => {
  world = await createWorld()
  const { app, acme, teams } = world
  const add = async (email: string, firstName: string, lastName: string, teamIds: string[]) =>
    (await createUser(app.store.of(acme), acme, app.clock, { email, firstName, lastName, role: 'SALES_REP', teamIds }))
      .userId
  await add('zoe@acme.example', 'Zoë', 'Ångström', [teams.north])
  await add('pipe@acme.example', 'Pi|pe', 'Line\nBreak', [teams.support])
  gone = await add('gone@acme.example', 'Gone', 'Girl', [])
  await callTool(app, world.alice, 'delete_user', { user_id: gone })
})

const ask = (caller: Caller, args: Record<string, unknown> = {}) => callTool(world.app, caller, 'list_reps', args)
const found = async (args: Record<string, unknown>, caller = world.bob) =>
  (await ask(caller, args)).data.users.map(({ email }: { email: string }) => email.split('@')[0])

describe('does', () => {
  it('tells users with role and teams, by last name', async () => {
    const { data, text } = await ask(world.bob)
    expect(data).toMatchObject({ total: 6, next_cursor: null })
    const bob = { id: world.bob.userId, name: '', email: 'bob@acme.example', role: 'SALES_REP', active: true }
    expect(data.users).toContainEqual({ ...bob, team_ids: [world.teams.north] })
    expect(text).toContain(`| bob@acme.example | SALES_REP | Sales North | ${world.bob.userId} |`)
  })

  it('finds by words of name and address in any case and order, and by team', async () => {
    expect(await found({ query: 'ÅNGSTRÖM zoë' })).toEqual(['zoe'])
    expect(await found({ query: 'bob@ACME' })).toEqual(['bob'])
    expect(await found({ query: 'zoë nobody' })).toEqual([])
    expect(await found({ query: ' \n ', team_id: world.teams.support })).toEqual(['carol', 'pipe'])
    expect(await found({ query: '%' })).toEqual([])
  })

  it('keeps a name in its cell', async () => {
    const { text } = await ask(world.bob, { query: 'pipe' })
    expect(text).toContain('| Pi\\|pe Line Break | pipe@acme.example |')
  })

  it('pages, each user once', async () => {
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const { data } = await ask(world.bob, { limit: 4, ...(cursor === undefined ? {} : { cursor }) })
      seen.push(...data.users.map(({ id }: { id: string }) => id))
      cursor = data.next_cursor ?? undefined
    } while (cursor !== undefined)
    expect([seen.length, new Set(seen).size]).toEqual([6, 6])
  })

  it('tells admins of those who left, when asked', async () => {
    expect(await found({ query: 'gone' }, world.alice)).toEqual([])
    const { data, text } = await ask(world.org, { query: 'gone', include_deactivated: true })
    expect(data.users).toMatchObject([{ id: gone, active: false }])
    expect(text).toContain('| yes |')
  })
})

describe('refuses', () => {
  it.each([
    ['query', { query: 'x'.repeat(201) }],
    ['team_id', { team_id: 'sales' }],
    ['limit', { limit: 201 }],
    ['cursor', { cursor: 'none' }],
  ])('a wrong %s', async (name, args) => {
    expect((await ask(world.bob, args)).error.problems[0].pointer).toBe(`/${name}`)
  })

  it('a team that there is not', async () => {
    expect((await ask(world.bob, { team_id: NOBODY })).error).toMatchObject({ code: 'not_found' })
  })
})

describe('who may', () => {
  it('is everybody, but those who left are for admins', async () => {
    expect(await found({}, world.mark)).toHaveLength(6)
    const { error } = await ask(world.mark, { include_deactivated: true })
    expect(error.code).toBe('admin_required')
  })

  it('is the rival for the rival alone', async () => {
    expect(await found({}, world.mallory)).toEqual(['mallory'])
    expect((await ask(world.mallory, { team_id: world.teams.north })).error.code).toBe('not_found')
  })
})
