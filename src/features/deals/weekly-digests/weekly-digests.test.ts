/** Weekly digests by email: who gets one, what is in it, and that nobody reads what is hidden. */
import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { createTestApp } from '../../../testing/create-test-app.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { settableClock } from '../../../testing/webhooks-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'
import { sendWeeklyDigestsKind } from '../../collaboration/notification-requests/index.ts'

/** A Thursday. The digests of its week are sent on Monday, 16 March. */
const clock = settableClock('2026-03-12T10:00:00.000Z')
const HOUR = 3_600
let world: World
let open: string
beforeAll(async () => {
  world = await createWorld(await createTestApp({ clock }))
  const tracker = { name: 'Opened', phrases: ['price list'] }
  await call(world.app, world.org, 'POST', '/trackers', { body: tracker })
  const segments = [{ speaker: 'Bob', text: 'Shall we begin with the price list?', start: 0, end: 1.5 }]
  const at = '2026-03-11T10:00:00Z'
  open = await importFor(world, { conversationTitle: 'Opening', conversationStartedAt: at, transcript: { segments } })
  await importFor(world, {
    ...{ conversationTitle: 'Hidden', private: true, userID: world.carol.userId },
    conversationStartedAt: '2026-03-11T11:00:00Z',
  })
  await importFor(world, { conversationTitle: 'Earlier', conversationStartedAt: '2026-03-06T10:00:00Z' })
  await world.app.drain(world.acme)
  const opportunity = { opportunity_id: 'harbor', title: 'Harbor' }
  await call(world.app, world.org, 'PUT', `/teams/${world.teams.north}/opportunity`, { body: opportunity })
  for (const dealstage of ['Proposal', 'closedlost'])
    await call(world.app, world.org, 'PUT', '/crm-records/deals/harbor', { body: { fields: { dealstage } } })
  await call(world.app, world.mark, 'POST', `/conversations/${open}/comments`, { body: { text: 'Well opened' } })
})

const digestsFor = ({ email }: Caller) =>
  world.app.mail.filter(({ to, subject }) => to === email && subject === 'Your week on Parley')
const put = (caller: Caller, body: Record<string, string>) =>
  call(world.app, caller, 'PATCH', '/notification-settings', { body })

describe('a weekly digest', () => {
  it('is sent on Monday, once, to those who want it and have something to read', async () => {
    expect((await put(world.carol, { weekly_digest: 'off' })).body.data.weekly_digest).toBe('off')
    await world.app.drain(world.acme)
    expect(digestsFor(world.bob)).toEqual([])
    clock.pass(4 * 24 * HOUR)
    await world.app.drain(world.acme)
    const [bob, more] = digestsFor(world.bob)
    expect(more).toBeUndefined()
    expect(bob?.text).toContain('Your week from 9 March to 15 March 2026.')
    expect(bob?.text).toContain('Your calls: 1\n- Opening')
    expect(bob?.text).toContain(`/conversations/${open}\n`)
    expect(bob?.text).toMatch(/Comments on your calls\n- mark@acme\[\.\]example on Opening: Well opened/)
    expect(bob?.text).not.toMatch(/Hidden|Earlier|colleagues/)
    expect(digestsFor(world.carol)).toEqual([])
    // An admin can open private calls of others, and gets none of them by email.
    const [alice] = digestsFor(world.alice)
    expect(alice?.text).toContain('Calls of your colleagues: 1\n- Opening')
    expect(alice?.text).not.toContain('Hidden')
    expect(bob?.text).not.toMatch(/Your team|new stage/)
    const [mark] = digestsFor(world.mark)
    expect(mark?.text).toContain(
      'Your team, compared with the week before\n- Calls: 1, 1 the week before. 1 call is too few to tell.\n',
    )
    expect(mark?.text).toContain('/conversations?from=2026-03-09&to=2026-03-15\n')
    expect(mark?.text).toContain(
      `- Calls with the tracker “Opened”: 1, 0 the week before. One of the periods has no calls to compare.\n`,
    )
    expect(mark?.text).toMatch(
      new RegExp(`Shall we begin with the price list\\?[^\\n]*\\n {2}\\S+/conversations/${open}\\?t=0\\n`),
    )
    expect(mark?.text).toMatch(
      /Deals with a new stage: 1\n- Harbor: lost \(from Proposal to Closed lost\)\n {2}\S+\/deals\//,
    )
    expect(mark?.text).toContain('Calls of your colleagues: 1\n- Opening')
    expect(mark?.text).not.toContain('Hidden')
  })

  it('is not sent again when its job is repeated', async () => {
    const sent = world.app.mail.length
    const ctx = world.app.contextFor(world.app.operator(world.acme))
    await ctx.transact((tx) => ctx.jobs.add(tx, world.acme, sendWeeklyDigestsKind, { week: '2026-03-16' }))
    expect((await world.app.drain(world.acme)).map(({ job }) => job)).toContain('send_weekly_digests')
    expect(world.app.mail.length).toBe(sent)
  })

  it('is sent in the morning of the time zone of its reader', async () => {
    // Wednesday, 18 March. In Tokyo, Monday begins on Sunday at 15:00 UTC.
    clock.pass(2 * 24 * HOUR)
    await world.app.store.owner.query(`update users set time_zone = 'Asia/Tokyo' where id = $1`, [world.bob.userId])
    await importFor(world, { conversationTitle: 'Sunday', conversationStartedAt: '2026-03-15T16:00:00Z' })
    await importFor(world, { conversationTitle: 'Tuesday', conversationStartedAt: '2026-03-17T16:00:00Z' })
    await world.app.drain(world.acme)
    const before = digestsFor(world.alice).length
    // Sunday, 22:30 UTC.
    clock.pass(4 * 24 * HOUR + 12.5 * HOUR)
    await world.app.drain(world.acme)
    const [, bob] = digestsFor(world.bob)
    expect(bob?.text).toContain('Your week from 16 March to 22 March 2026.')
    expect(bob?.text).toContain('- Sunday')
    expect(digestsFor(world.alice)).toHaveLength(before)
    clock.pass(10 * HOUR)
    await world.app.drain(world.acme)
    expect(digestsFor(world.alice)).toHaveLength(before + 1)
    expect(digestsFor(world.alice)[before]?.text).toMatch(/Calls of your colleagues: 1\n- Tuesday/)
    expect(digestsFor(world.bob)).toHaveLength(2)
  })

  it('is no channel of the app', async () => {
    expect((await put(world.bob, { weekly_digest: 'in_app' })).status).toBe(400)
    expect((await put(world.bob, { weekly_digest: 'email' })).body.data.weekly_digest).toBe('email')
  })
})
