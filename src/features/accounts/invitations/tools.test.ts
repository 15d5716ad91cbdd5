import { beforeAll, describe, expect, it } from 'vitest'
import { callTool } from '../../../testing/call-tool.ts'
import { NOBODY } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const ask = (caller: Caller, name: string, args: Record<string, unknown> = {}) =>
  callTool(world.app, caller, name, args)

let invited = 0
const someone = () => `someone-${++invited}@acme.example`
const invite = async (caller = world.alice, more: object = {}): Promise<string> =>
  (await ask(caller, 'invite_user', { email: someone(), ...more })).data.id
const standing = async (id: string, caller = world.alice) =>
  (await ask(caller, 'list_invitations', { limit: 200 })).data.invitations.find((one: { id: string }) => one.id === id)
const mailsTo = async (email: string) => {
  await world.app.drain(world.acme)
  return world.app.mail.filter(({ to }) => to === email).length
}

describe('does', () => {
  it('invite_user mails an invitation, and tells no link', async () => {
    const email = someone()
    const { data, text } = await ask(world.alice, 'invite_user', {
      ...{ email, role: 'MANAGER', first_name: 'Ann', last_name: 'Adler', team_ids: [world.teams.north] },
    })
    expect(data).toEqual({ id: expect.any(String), email, status: 'pending' })
    expect(text).toContain(`- Email: ${email}\n- Name: Ann Adler\n`)
    expect(text).toContain('- Role: MANAGER\n- Teams: Sales North\n- Status: pending')
    expect(text).not.toContain('http')
    expect(await mailsTo(email)).toBe(1)
  })

  it('list_invitations tells them, newest first, by how they stand', async () => {
    const [older, newer] = [await invite(), await invite()]
    await ask(world.alice, 'delete_invitation', { invitation_id: older })
    const { data, text } = await ask(world.alice, 'list_invitations')
    expect(data.invitations.slice(0, 2)).toMatchObject([
      { id: newer, status: 'pending', role: 'SALES_REP', team_ids: [], expires_at: expect.any(String) },
      { id: older, status: 'revoked' },
    ])
    expect(text).toContain('| alice@acme.example |')
    const revoked = await ask(world.alice, 'list_invitations', { status: 'revoked' })
    expect(revoked.data.invitations.map(({ id }: { id: string }) => id)).toEqual([older])
  })

  it('update_invitation changes what is given, and mails only when told to', async () => {
    const email = someone()
    const { data } = await ask(world.alice, 'invite_user', { email, team_ids: [world.teams.north] })
    expect(await mailsTo(email)).toBe(1)
    await ask(world.alice, 'update_invitation', { invitation_id: data.id, role: 'MANAGER' })
    expect([(await standing(data.id)).team_ids, await mailsTo(email)]).toEqual([[world.teams.north], 1])
    const { text } = await ask(world.alice, 'update_invitation', { invitation_id: data.id, resend: true })
    expect([text.includes('Parley is sending a new link.'), await mailsTo(email)]).toEqual([true, 2])
    expect((await standing(data.id)).role).toBe('MANAGER')
  })

  it('delete_invitation revokes', async () => {
    const id = await invite()
    const answer = await ask(world.alice, 'delete_invitation', { invitation_id: id })
    expect(answer.data).toEqual({ invitation_id: id, status: 'revoked' })
    expect((await standing(id)).status).toBe('revoked')
  })
})

describe('refuses', () => {
  it.each([
    ['email', { email: 'nobody' }],
    ['email', { email: `${'x'.repeat(320)}@acme.example` }],
    ['role', { role: 'OWNER' }],
    ['team_ids', { team_ids: [NOBODY] }],
    ['first_name', { first_name: 'x'.repeat(129) }],
  ])('a wrong %s', async (name, args) => {
    const { error } = await ask(world.alice, 'invite_user', { email: someone(), ...args })
    expect(error).toMatchObject({ code: 'validation_failed', problems: [{ pointer: `/${name}` }] })
  })

  it('an address that is a user or invited already, and a change that changes nothing', async () => {
    const { email } = world.bob
    const taken = await ask(world.alice, 'invite_user', { email })
    expect(taken.error).toMatchObject({ code: 'conflict', reason: 'email_taken' })
    const twice = { email: someone() }
    await ask(world.alice, 'invite_user', twice)
    expect((await ask(world.alice, 'invite_user', twice)).error.reason).toBe('invitation_exists')
    const nothing = await ask(world.alice, 'update_invitation', { invitation_id: await invite() })
    expect(nothing.error.code).toBe('validation_failed')
  })
})

describe('who may', () => {
  it('is no org-level key, but it may look', async () => {
    const invitation_id = await invite()
    for (const [tool, args] of [
      ['invite_user', { email: someone() }],
      ['update_invitation', { invitation_id, resend: true }],
      ['delete_invitation', { invitation_id }],
    ] as const) {
      expect((await ask(world.org, tool, args)).error.code).toBe('user_required')
    }
    expect(await standing(invitation_id, world.org)).toBeDefined()
  })

  it('is managers for sales representatives in their teams, and no sales representative', async () => {
    const { north, support } = world.teams
    expect(await invite(world.mark, { team_ids: [north] })).toEqual(expect.any(String))
    for (const args of [{ team_ids: [support] }, { team_ids: [north], role: 'MANAGER' }, {}]) {
      const { error } = await ask(world.mark, 'invite_user', { email: someone(), ...args })
      expect(error.code).toBe('admin_required')
    }
    const { error } = await ask(world.bob, 'invite_user', { email: someone(), team_ids: [north] })
    expect(error).toMatchObject({ code: 'forbidden', reason: 'manager_required' })
  })

  it('is nobody for those of others', async () => {
    const invitation_id = await invite()
    for (const caller of [world.mark, world.mallory]) {
      for (const tool of ['update_invitation', 'delete_invitation']) {
        const { error } = await ask(caller, tool, {
          ...{ invitation_id },
          ...(tool === 'update_invitation' ? { resend: true } : {}),
        })
        expect(error.code).toBe('not_found')
      }
      expect(await standing(invitation_id, caller)).toBeUndefined()
    }
    expect((await standing(invitation_id)).status).toBe('pending')
  })
})
