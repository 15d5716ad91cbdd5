import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { callTool } from '../../../testing/call-tool.ts'
import { NOBODY } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'
import { createUser } from './index.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const ask = (caller: Caller, name: string, args: Record<string, unknown> = {}) =>
  callTool(world.app, caller, name, args)

let added = 0
const person = async (more: object = {}): Promise<string> => {
  const { app, acme, teams } = world
  const email = `person-${++added}@acme.example`
  const made = { email, firstName: 'Ann', lastName: 'Adler', role: 'SALES_REP', teamIds: [teams.north] } as const
  return (await createUser(app.store.of(acme), acme, app.clock, { ...made, ...more })).userId
}
const stored = async (id: string) => (await call(world.app, world.org, 'GET', `/organizations/users/${id}`)).body.data

describe('does', () => {
  it('list_roles tells the three roles', async () => {
    const { data, text } = await ask(world.bob, 'list_roles')
    expect(data.roles.map(({ type }: { type: string }) => type)).toEqual(['ADMIN', 'MANAGER', 'SALES_REP'])
    expect(text).toContain('| Manager | MANAGER |')
  })

  it('update_user changes what is given and keeps the rest', async () => {
    const id = await person()
    const { text, data } = await ask(world.org, 'update_user', { user_id: id, last_name: 'Baker', language: 'pt-BR' })
    expect(text).toContain('- Name: Ann Baker')
    expect(data).toMatchObject({ id, role: 'SALES_REP', team_ids: [world.teams.north] })
    expect(await stored(id)).toMatchObject({
      firstName: 'Ann',
      lastName: 'Baker',
      transcriptLang: 'pt-BR',
      botName: '',
    })
  })

  it('update_user_teams makes it exactly these', async () => {
    const id = await person()
    const { north, support } = world.teams
    const { data } = await ask(world.alice, 'update_user_teams', { user_id: id, team_ids: [support, north] })
    expect(new Set(data.team_ids)).toEqual(new Set([support, north]))
    expect((await stored(id)).primaryTeamUUID).toBe(north)
    expect((await ask(world.alice, 'update_user_teams', { user_id: id, team_ids: [] })).data.team_ids).toEqual([])
  })

  it('manage_user_role gives another role', async () => {
    const id = await person()
    const { data, text } = await ask(world.alice, 'manage_user_role', { user_id: id, role: 'MANAGER' })
    expect([data.role, text]).toEqual(['MANAGER', expect.stringContaining('- Role: MANAGER')])
    expect((await stored(id)).roles[0].type).toBe('MANAGER')
  })

  it('delete_user takes access away, and reactivate_user gives it back', async () => {
    const id = await person()
    expect((await ask(world.alice, 'delete_user', { user_id: id })).data).toEqual({ user_id: id, active: false })
    expect((await stored(id)).active).toBe(false)
    expect((await ask(world.alice, 'reactivate_user', { user_id: id })).data).toMatchObject({ id, role: 'SALES_REP' })
    expect((await stored(id)).active).toBe(true)
  })
})

describe('refuses', () => {
  it('a change that changes nothing, and a wrong one by the name of its argument', async () => {
    const id = await person()
    expect((await ask(world.org, 'update_user', { user_id: id })).error.code).toBe('validation_failed')
    for (const [tool, args, pointer] of [
      ['update_user', { first_name: 'x'.repeat(129) }, '/first_name'],
      ['update_user', { primary_team_id: world.teams.support }, '/primary_team_id'],
      ['update_user_teams', { team_ids: [NOBODY] }, '/team_ids'],
      ['manage_user_role', { role: 'OWNER' }, '/role'],
    ] as const) {
      const { error } = await ask(world.org, tool, { user_id: id, ...args })
      expect(error).toMatchObject({ code: 'validation_failed', problems: [{ pointer }] })
    }
  })

  it('to take away the last admin', async () => {
    const user_id = world.alice.userId
    for (const [tool, args] of [
      ['delete_user', { user_id }],
      ['manage_user_role', { user_id, role: 'MANAGER' }],
    ] as const) {
      expect((await ask(world.alice, tool, args)).error).toMatchObject({ code: 'conflict', reason: 'last_admin' })
    }
  })
})

describe('who may', () => {
  const changes = [
    ['update_user', { bot_name: 'Notes' }],
    ['update_user_teams', { team_ids: [] }],
    ['manage_user_role', { role: 'ADMIN' }],
    ['delete_user', {}],
    ['reactivate_user', {}],
  ] as const
  it.each(changes)('%s is admins alone, also where it is about oneself', async (tool, args) => {
    for (const caller of [world.bob, world.mark]) {
      const { error } = await ask(caller, tool, { user_id: caller.userId, ...args })
      expect(error.code).toBe('admin_required')
    }
  })

  it('delete_user is no org-level key', async () => {
    const { error } = await ask(world.org, 'delete_user', { user_id: await person() })
    expect(error.code).toBe('user_required')
  })

  it('is the rival as if there were no such user', async () => {
    const user_id = await person()
    const before = await stored(user_id)
    for (const [tool, args] of changes) {
      const theirs = await ask(world.mallory, tool, { user_id, ...args })
      expect(theirs.error).toEqual((await ask(world.mallory, tool, { user_id: NOBODY, ...args })).error)
      expect(theirs.error.code).toBe('not_found')
    }
    expect(await stored(user_id)).toEqual(before)
  })
})
