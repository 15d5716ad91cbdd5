import { beforeEach, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { commentFor } from '../../../testing/comments-fixtures.ts'
import { talkFor } from '../../../testing/library-fixtures.ts'
import { refusedField, resourceError } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'
import { channels, DEFAULT_CHANNELS } from '../notification-requests/index.ts'

let world: World
beforeEach(async () => {
  world = await createWorld()
})

const update = (caller: Caller | undefined, body: object) =>
  call(world.app, caller, 'PATCH', '/notification-settings', { body })
const settings = async (caller: Caller) => (await call(world.app, caller, 'GET', '/notification-settings')).body.data

describe('does', () => {
  it('sets the channels that are sent, and keeps the others', async () => {
    const first = await update(world.bob, { comment: 'off', action: 'email' })
    expect([first.status, first.body]).toEqual([
      200,
      { data: { ...DEFAULT_CHANNELS, comment: 'off', action: 'email' } },
    ])
    const second = { ...DEFAULT_CHANNELS, comment: 'in_app', action: 'email' }
    expect((await update(world.bob, { comment: 'in_app' })).body.data).toEqual(second)
    expect(await settings(world.bob)).toEqual(second)
  })

  it('changes the settings of nobody else', async () => {
    await update(world.bob, { mention: 'off' })
    for (const caller of [world.alice, world.mallory]) expect(await settings(caller)).toEqual(DEFAULT_CHANNELS)
  })

  it('decides whether and where the next notification appears', async () => {
    const talk = await talkFor(world, { teamUUID: world.teams.north })
    const mention = () => commentFor(world, talk, { text: `@${world.bob.email}` }, world.mark)
    const found: unknown[] = []
    for (const channel of channels) {
      const before = (await call(world.app, world.bob, 'GET', '/notifications')).body.meta.totalRecords
      const emails = world.app.mail.filter(({ to }) => to === world.bob.email).length
      await update(world.bob, { mention: channel })
      await mention()
      await world.app.drain(world.acme)
      const { totalRecords } = (await call(world.app, world.bob, 'GET', '/notifications')).body.meta
      const sent = world.app.mail.filter(({ to }) => to === world.bob.email).length
      found.push([channel, totalRecords - before, sent - emails])
    }
    expect(found).toEqual([
      ['off', 0, 0],
      ['in_app', 1, 0],
      ['email', 1, 1],
      ['daily_digest', 1, 0],
    ])
  })
})

describe('refuses', () => {
  it.each([
    [{}, ''],
    [{ comment: 'fax' }, '/comment'],
    [{ mention: null }, '/mention'],
    [{ reply: 'off', scorecard_result: true }, '/scorecard_result'],
  ])('%j', async (body, pointer) => {
    const answer = await update(world.bob, body)
    expect([answer.status, answer.body]).toEqual([400, refusedField(pointer)])
    expect(await settings(world.bob)).toEqual(DEFAULT_CHANNELS)
  })
})

describe('who may', () => {
  it('is every user, with a key', async () => {
    const stranger = await update(undefined, { mention: 'off' })
    expect([stranger.status, stranger.body]).toEqual([401, { code: 401, message: expect.any(String) }])
    const org = await update(world.org, { mention: 'off' })
    expect([org.status, org.body]).toEqual([403, resourceError(403, 'user_required', '')])
    for (const caller of [world.alice, world.bob]) expect(await settings(caller)).toEqual(DEFAULT_CHANNELS)
  })
})
