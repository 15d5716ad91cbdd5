import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { guardsThings } from '../../../testing/people.ts'
import { notFound, resourceError } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'
import { acceptInvitation } from './index.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const remove = (caller: Caller | undefined, id: string) =>
  call(world.app, caller, 'DELETE', `/organizations/invitations/${id}`)

let asked = 0
async function invited(caller = world.alice): Promise<{ id: string; email: string }> {
  const email = `revoked-${++asked}@acme.example`
  const body = { email, teamUUIDs: [world.teams.north] }
  const answer = await call(world.app, caller, 'POST', '/organizations/invitations', { body })
  return { id: answer.body.data.uuid, email }
}

async function tokenTo(email: string): Promise<string> {
  await world.app.drain(world.acme)
  const message = world.app.mail.find(({ to }) => to === email)
  return /invitations\/([\w-]+)/.exec(message?.text ?? '')?.[1] ?? ''
}

const accept = (token: string) => acceptInvitation(world.app.store, world.app.clock, token)

describe('does', () => {
  it('ends the link at once and goes on telling the invitation as revoked', async () => {
    const { id, email } = await invited()
    const token = await tokenTo(email)
    const answer = await remove(world.alice, id)
    expect([answer.status, answer.text]).toEqual([204, ''])
    await expect(accept(token)).rejects.toMatchObject({ code: 'invitation_not_found' })
    const listed = (await call(world.app, world.alice, 'GET', '/organizations/invitations')).body.data
    expect(listed.find((one: { uuid: string }) => one.uuid === id)).toMatchObject({ status: 'revoked' })
  })

  it('sends no mail that is still on its way', async () => {
    const { id, email } = await invited()
    await remove(world.alice, id)
    expect(await tokenTo(email)).toBe('')
  })

  it('says the same of one that was revoked before', async () => {
    const { id } = await invited()
    for (const _ of [1, 2]) expect((await remove(world.alice, id)).status).toBe(204)
  })

  it('leaves a user or a revoked invitation, not both, when it is accepted at the same moment', async () => {
    const { id, email } = await invited()
    const token = await tokenTo(email)
    const [accepted, revoked] = await Promise.allSettled([accept(token), remove(world.alice, id)])
    const status = revoked.status === 'fulfilled' ? revoked.value.status : undefined
    expect([accepted.status, status]).toEqual(accepted.status === 'fulfilled' ? ['fulfilled', 409] : ['rejected', 204])
  })
})

describe('refuses', () => {
  it('one that was accepted', async () => {
    const { id, email } = await invited()
    await accept(await tokenTo(email))
    const answer = await remove(world.alice, id)
    expect([answer.status, answer.body]).toEqual([409, resourceError(409, 'invitation_closed', '')])
  })
})

describe('who may', () => {
  guardsThings(
    'invitation',
    () => world,
    async () => (await invited()).id,
    remove,
  )

  it('is no org-level key', async () => {
    const answer = await remove(world.org, (await invited()).id)
    expect([answer.status, answer.body]).toEqual([403, resourceError(403, 'user_required', '')])
  })

  it('is everybody for what they made; the rest is not there', async () => {
    const [own, others] = [await invited(world.mark), await invited()]
    expect((await remove(world.mark, own.id)).status).toBe(204)
    for (const caller of [world.mark, world.bob]) {
      const answer = await remove(caller, others.id)
      expect([answer.status, answer.body]).toEqual([404, notFound('invitation')])
    }
  })
})
