import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { createTestApp, PUBLIC_URL } from '../../../testing/create-test-app.ts'
import { guardsRecordings } from '../../../testing/guards-recordings.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { putMedia, recordedFor, TONE } from '../../../testing/recordings-fixtures.ts'
import { notFound } from '../../../testing/refusals.ts'
import { wave } from '../../../testing/sound.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let now = new Date('2026-03-01T10:00:00Z')
let world: World
beforeAll(async () => {
  world = await createWorld(await createTestApp({ clock: { now: () => now } }))
})

const ask = (caller: Caller | undefined, id: string) =>
  call(world.app, caller, 'GET', `/conversations/${id}/media-link`)
const linkFor = async (id: string, caller = world.bob) => (await ask(caller, id)).body.data.url as string
async function open(url: string, headers: Record<string, string> = {}) {
  const answer = await world.app.server.inject({ method: 'GET', url: url.slice(PUBLIC_URL.length), headers })
  return { status: answer.statusCode, headers: answer.headers, content: answer.rawPayload, body: answer.body }
}

describe('does', () => {
  it('gives an address that plays without a key, whole and in parts, for as long as it lasts and an hour', async () => {
    const id = await recordedFor(world, {}, wave({ seconds: 2 }))
    const answer = await ask(world.bob, id)
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        data: {
          url: expect.stringMatching(/^http:\/\/parley\.test\/media\/\S+$/),
          expiresAt: '2026-03-01T11:00:02.000Z',
        },
      },
    ])
    const { url } = answer.body.data
    const whole = await open(url)
    expect([whole.status, whole.content.length]).toEqual([200, 64_044])
    expect(whole.headers).toMatchObject({ 'content-type': 'audio/wav', 'referrer-policy': 'no-referrer' })
    const part = await open(url, { range: 'bytes=10-19' })
    expect([part.status, part.content.equals(whole.content.subarray(10, 20))]).toEqual([206, true])
    expect((await open(url, { range: 'bytes=99999-' })).status).toBe(416)
  })

  it('plays the recording there is, also when another has taken its place', async () => {
    const id = await recordedFor(world)
    const url = await linkFor(id)
    const other = wave({ seconds: 0.2 })
    await putMedia(world, world.bob, id, other)
    expect((await open(url)).content.equals(other)).toBe(true)
  })
})

describe('refuses', () => {
  const nothing = (answer: { status: number; body: string }) => expect(answer.status).toBe(404)

  it('an address whose time is over', async () => {
    const url = await linkFor(await recordedFor(world))
    now = new Date('2026-03-01T11:00:00.999Z')
    expect((await open(url)).status).toBe(200)
    now = new Date('2026-03-01T11:00:01Z')
    nothing(await open(url))
    now = new Date('2026-03-01T10:00:00Z')
  })

  it('what whoever asked for it may no longer see', async () => {
    const id = await importFor(world, { userID: world.alice.userId, teamUUID: world.teams.north })
    await putMedia(world, world.org, id, TONE)
    const [bobs, alices, everybodys] = [await linkFor(id), await linkFor(id, world.alice), await linkFor(id, world.org)]
    await call(world.app, world.alice, 'PUT', `/conversations/${id}/privacy`, { body: { private: true } })
    nothing(await open(bobs))
    for (const url of [alices, everybodys]) expect((await open(url)).status).toBe(200)
    await call(world.app, world.alice, 'DELETE', `/conversations/${id}/media`)
    for (const url of [alices, everybodys]) nothing(await open(url))
  })

  it('whoever has been deactivated', async () => {
    const own = await createWorld(world.app)
    const id = await recordedFor(own)
    const url = (await call(own.app, own.mark, 'GET', `/conversations/${id}/media-link`)).body.data.url
    expect((await open(url)).status).toBe(200)
    await call(own.app, own.alice, 'DELETE', `/organizations/users/${own.mark.userId}`)
    nothing(await open(url))
  })

  it('an address that was made up, changed, or put together of two', async () => {
    const id = await recordedFor(world)
    const url = await linkFor(id)
    const [organization = '', ...sealed] = url.slice(`${PUBLIC_URL}/media/`.length).split('.')
    const letter = url.at(-3) === 'A' ? 'B' : 'A'
    for (const token of [
      'none',
      `${organization}.`,
      `${world.rival}.${sealed.join('.')}`,
      `${organization}.${sealed.join('.').slice(0, -3)}${letter}${url.slice(-2)}`,
      'x'.repeat(5_000),
    ]) {
      nothing(await open(`${PUBLIC_URL}/media/${token}`))
    }
  })

  it('a conversation without a recording', async () => {
    const answer = await ask(world.bob, await importFor(world))
    expect([answer.status, answer.body]).toEqual([404, notFound('recording')])
  })
})

describe('who may', () => {
  guardsRecordings(() => world, ask)

  it('is everyone who sees the conversation', async () => {
    const id = await recordedFor(world)
    for (const caller of [world.org, world.alice, world.mark, world.bob]) {
      expect((await open(await linkFor(id, caller))).status).toBe(200)
    }
  })
})
