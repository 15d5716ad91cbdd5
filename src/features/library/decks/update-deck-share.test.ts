import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { codesSentTo, deckFor, deckOf, UNSEEN } from '../../../testing/decks-fixtures.ts'
import { NOBODY, notFound, refusedField } from '../../../testing/refusals.ts'
import { talkFor } from '../../../testing/transcript-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
let id: string
beforeAll(async () => {
  world = await createWorld()
  const users_to_share = ['mark@acme.example', 'guest@customer.example']
  id = await deckFor(world, { context_id: await talkFor(world, { teamUUID: world.teams.north }), users_to_share })
  await world.app.drain(world.acme)
})

const shareWith = async (address: string) =>
  (await deckOf(world, id)).shares.find(({ email }: { email: string }) => email === address)
const guest = async (): Promise<string> => (await shareWith('guest@customer.example')).id
const update = (share: string, body: unknown, caller: Caller = world.bob, deck = id) =>
  call(world.app, caller, 'PATCH', `/decks/${deck}/shares/${share}`, { body })
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

describe('does', () => {
  it('changes when the link expires, keeps its URL and sends nothing, with one audit entry', async () => {
    const mails = world.app.mail.length
    const expiresAt = inDays(7)
    const { status, body } = await update(await guest(), { expiresAt })
    expect([status, body.data]).toEqual([200, { ...(await shareWith('guest@customer.example')), expiresAt }])
    expect(body.data).toMatchObject({ is_visible: true, viewCount: 0, lastViewedAt: null, opened_at: null })
    expect((await update(await guest(), { expiresAt: null })).body.data.expiresAt).toBeNull()
    await world.app.drain(world.acme)
    const [code = '', ...others] = codesSentTo(world, 'guest@customer.example')
    expect([others, world.app.mail.length]).toEqual([[], mails])
    expect(await world.app.openSharedDeck(code, UNSEEN)).toBeDefined()
    const log = await call(world.app, world.alice, 'GET', '/audit-log', { query: { size: '50' } })
    const entries = log.body.data.filter(({ operation }: { operation: string }) => operation === 'updateDeckShare')
    expect(entries).toHaveLength(2)
  })
})

describe('refuses', () => {
  it.each([
    [{}, '/expiresAt'],
    [{ expiresAt: 'tomorrow' }, '/expiresAt'],
    [{ expiresAt: '2026-11-21' }, '/expiresAt'],
    [{ expiresAt: 5 }, '/expiresAt'],
    [{ expiresAt: inDays(-1) }, '/expiresAt'],
    [{ expiresAt: inDays(367) }, '/expiresAt'],
  ])('%j, and changes nothing', async (body, pointer) => {
    const before = await shareWith('guest@customer.example')
    expect((await update(await guest(), body)).body).toMatchObject(refusedField(pointer))
    expect(await shareWith('guest@customer.example')).toEqual(before)
  })

  it('a share with a user, who has no link, and says what to do', async () => {
    const share = await shareWith('mark@acme.example')
    const { status, body } = await update(share.id, { expiresAt: inDays(1) })
    expect([status, body.detail]).toEqual([
      400,
      expect.stringMatching(/has no link that can expire.*delete the share\.$/),
    ])
  })

  it('a share that is not there, or of another deck', async () => {
    const another = await deckFor(world, { context_id: await talkFor(world) })
    for (const [share, deck] of [
      [NOBODY, id],
      [await guest(), another],
    ] as const) {
      const { body } = await update(share, { expiresAt: null }, world.bob, deck)
      expect(body).toEqual(notFound('share', '/path/shareId'))
    }
  })
})

describe('who may', () => {
  it('who made it and admins', async () => {
    const share = await guest()
    const as = async (caller: Caller) => (await update(share, { expiresAt: null }, caller)).status
    expect([await as(world.alice), await as(world.mark), await as(world.carol), await as(world.mallory)]).toEqual([
      ...[200, 403, 404, 404],
    ])
  })
})
