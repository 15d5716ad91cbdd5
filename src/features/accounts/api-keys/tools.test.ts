import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { callTool } from '../../../testing/call-tool.ts'
import { NOBODY } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const ask = (caller: Caller, name: string, args: Record<string, unknown> = {}) =>
  callTool(world.app, caller, name, args)
const works = async (key: string) =>
  (await call(world.app, { ...world.org, key }, 'GET', '/organizations/roles')).status === 200
const me = async (key: string) => (await callTool(world.app, { key }, 'get_me')).data

describe('does', () => {
  it('create_api_key makes an org-level key, whose token is told this once', async () => {
    const { data, text } = await ask(world.alice, 'create_api_key', { name: 'Export', org_level: true })
    const id = expect.any(String)
    expect(data).toEqual({ id, name: 'Export', org_level: true, expires_at: null, token: expect.any(String) })
    expect(text).toContain(`\`${data.token}\``)
    expect(await me(data.token)).toMatchObject({ user: null, role: 'ADMIN' })
    for (const { text } of [await ask(world.alice, 'list_api_keys'), await ask(world.org, 'list_api_keys')]) {
      expect(text).toContain('Export')
      expect(text).not.toContain(data.token)
    }
  })

  it('create_api_key makes a key of the caller, and one that expires', async () => {
    const { data } = await ask(world.alice, 'create_api_key', { name: 'Mine', expiry_hours: 1 })
    expect(await me(data.token)).toMatchObject({ user: { id: world.alice.userId } })
    expect(Math.abs(Date.parse(data.expires_at) - Date.now() - 3_600_000)).toBeLessThan(600_000)
    expect(data.org_level).toBe(false)
  })

  it('list_api_keys tells keys, revoked ones as such', async () => {
    const { data } = await ask(world.alice, 'create_api_key', { name: 'Bar | code', org_level: true })
    expect(await works(data.token)).toBe(true)
    const answer = await ask(world.alice, 'delete_api_key', { key_id: data.id })
    expect(answer.data).toEqual({ key_id: data.id, revoked: true })
    expect(await works(data.token)).toBe(false)
    const { data: listed, text } = await ask(world.alice, 'list_api_keys', { limit: 1 })
    expect(listed.keys).toMatchObject([
      { id: data.id, org_level: true, user_id: null, last_four: data.token.slice(-4), revoked_at: expect.any(String) },
    ])
    expect(text).toContain('| Bar \\| code | the organization |')
  })
})

describe('refuses', () => {
  it.each([
    ['name', { name: ' ' }],
    ['org_level', { org_level: 'no' }],
    ['expiry_hours', { expiry_hours: 0 }],
    ['expiry_hours', { expiry_hours: 87_601 }],
    ['user_uuid', { user_uuid: NOBODY }],
  ])('a wrong %s', async (name, args) => {
    const { error } = await ask(world.alice, 'create_api_key', { name: 'Key', ...args })
    const pointer = name === '' ? '' : `/${name}`
    expect(error).toMatchObject({ code: 'validation_failed', problems: [{ pointer }] })
  })

  it('a user-level key of nobody', async () => {
    const { error } = await ask(world.org, 'create_api_key', { name: 'Key', org_level: false })
    expect(error.code).toBe('user_required')
  })

  it('to revoke what is revoked', async () => {
    const { data } = await ask(world.org, 'create_api_key', { name: 'Twice' })
    await ask(world.org, 'delete_api_key', { key_id: data.id })
    const { error } = await ask(world.org, 'delete_api_key', { key_id: data.id })
    expect(error).toMatchObject({ code: 'not_found', reason: 'api_key_not_found' })
  })
})

describe('who may', () => {
  it('is admins, except to look at one’s own', async () => {
    const { data } = await ask(world.bob, 'list_api_keys')
    expect(data.keys).toMatchObject([{ user_id: world.bob.userId }])
    const [{ id: key_id }] = data.keys
    for (const [tool, args] of [
      ['create_api_key', { name: 'Key', org_level: false }],
      ['delete_api_key', { key_id }],
    ] as const) {
      expect((await ask(world.bob, tool, args)).error.code).toBe('admin_required')
    }
  })

  it('is the rival for the rival alone', async () => {
    const { data } = await ask(world.org, 'create_api_key', { name: 'Ours' })
    for (const caller of [world.mallory, world.rivalOrg]) {
      expect((await ask(caller, 'delete_api_key', { key_id: data.id })).error.code).toBe('not_found')
      expect((await ask(caller, 'list_api_keys')).text).not.toContain('Ours')
    }
    expect(await works(data.token)).toBe(true)
  })
})
