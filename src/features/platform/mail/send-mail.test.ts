import { beforeAll, describe, expect, it } from 'vitest'
import { MAIL_SUBJECTS, type MailSubject } from '../../../core/mail.ts'
import { createWorld, type World } from '../../../testing/world.ts'
import { queueMail } from './index.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const invitation = { to: 'ann@acme.example', subject: MAIL_SUBJECTS.invitation, text: 'Come in.\n\n— Acme\n' }
const context = () => world.app.contextFor(world.app.operator(world.acme))
const sentTo = (address: string) => world.app.mail.filter(({ to }) => to === address)

describe('queueing a message', () => {
  it('sends it once what it tells of is committed, and once only', async () => {
    const ctx = context()
    await ctx.transact(async (tx) => {
      await queueMail(ctx, tx, invitation)
      expect(sentTo(invitation.to)).toEqual([])
    })
    expect(await world.app.drain(world.rival)).toEqual([])
    expect(sentTo(invitation.to)).toEqual([])
    expect(await world.app.drain(world.acme)).toEqual([{ job: 'send_mail', organizationId: world.acme, outcome: 'ok' }])
    expect(await world.app.drain(world.acme)).toEqual([])
    expect(sentTo(invitation.to)).toEqual([invitation])
  })

  it('sends nothing when what it tells of is undone', async () => {
    const ctx = context()
    const message = { ...invitation, to: 'undone@acme.example' }
    const undone = ctx.transact(async (tx) => {
      await queueMail(ctx, tx, message)
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await world.app.drain(world.acme)).toEqual([])
    expect(sentTo(message.to)).toEqual([])
  })
})

describe('queueing refuses', () => {
  it.each([
    ['several recipients', { ...invitation, to: 'ann@acme.example, eve@evil.example' }],
    ['a recipient with a name', { ...invitation, to: 'Ann <ann@acme.example>' }],
    ['a recipient that brings a header', { ...invitation, to: 'ann@acme.example\r\nBcc: eve@evil.example' }],
    ['a subject that brings a header', { ...invitation, subject: 'Hello\r\nBcc: eve@evil.example' }],
    ['a subject that ends the headers', { ...invitation, subject: 'Hello\n\nAnother text' }],
    ['no subject', { ...invitation, subject: '' }],
    ['a subject of somebody’s own', { ...invitation, subject: 'URGENT: see https://evil.example/login' }],
    ['a text without end', { ...invitation, text: 'x'.repeat(200_001) }],
  ])('%s, and queues nothing', async (_what, message) => {
    const ctx = context()
    await expect(
      ctx.transact((tx) => queueMail(ctx, tx, message as typeof message & { subject: MailSubject })),
    ).rejects.toThrow()
    expect(await world.app.drain(world.acme)).toEqual([])
  })
})
