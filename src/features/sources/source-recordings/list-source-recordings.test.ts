import { beforeAll, describe, expect, it } from 'vitest'
import { signWebhook } from '../../../core/webhook-signature.ts'
import { call } from '../../../testing/call.ts'
import { adminsOnly, guardsThings } from '../../../testing/guards.ts'
import {
  deliver,
  deliveriesOf,
  recordingsOf,
  SIGNING_SECRET,
  sourceFor,
  webhookBody,
} from '../../../testing/sources-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const make = async () => (await sourceFor(world, webhookBody())).id
const send = (caller: Caller | undefined, id: string) => call(world.app, caller, 'GET', `/sources/${id}/recordings`)

describe('does', () => {
  it('returns an empty page before the first call, and checks the status', async () => {
    const id = await make()
    expect((await send(world.org, id)).body).toMatchObject({ data: [], meta: { totalRecords: 0 } })
    const wrong = await call(world.app, world.org, 'GET', `/sources/${id}/recordings`, { query: { status: 'lost' } })
    expect(wrong.status).toBe(400)
  })

  it('names a call by its title or file before the import, and by the conversation after it', async () => {
    const source = await sourceFor(world, webhookBody())
    const titleAfter = async (externalId: string, more: Record<string, unknown>) => {
      const body = JSON.stringify({ externalId, ...more })
      const headers = signWebhook({ id: externalId, body }, [SIGNING_SECRET], world.app.clock.now())
      await deliver(world.app, source, body, { 'content-type': 'application/json', ...headers })
      await world.app.drain(world.acme)
      const [delivery] = await deliveriesOf(world, source)
      expect(delivery.recordings).toHaveLength(1)
      return delivery.recordings[0].title
    }
    const recordingUrl = 'https://files.example.com/Kick-off%20with%20Harbor.mp3?signature=1'
    expect(await titleAfter('1', { recordingUrl })).toBe('Kick-off with Harbor.mp3')
    expect(await titleAfter('2', { recordingUrl, title: ' Renewal ' })).toBe('Renewal')
    expect(await titleAfter('3', { recordingUrl: 'https://files.example.com/recording.mp3' })).toBeNull()
    const transcript = 'Ann: Good morning. Shall we talk about the renewal?\nBob: Yes, with pleasure.'
    expect(await titleAfter('4', { transcript, title: 'First title' })).toBe('First title')
    const { conversationUUID: id } = (await recordingsOf(world, source))[0]
    await call(world.app, world.org, 'PUT', `/conversations/${id}/title`, { body: { title: 'Better title' } })
    expect((await recordingsOf(world, source))[0].title).toBe('Better title')
  })
})

describe('refuses', () => {
  guardsThings({ world: () => world, noun: 'source', make, send })
})

describe('who may', () => {
  adminsOnly({ world: () => world, make, send })
})
