/** Sources with what arrives at their addresses. */
import { randomUUID } from 'node:crypto'
import type { ConnectPublic } from '../core/public-connection.ts'
import { signWebhook } from '../core/webhook-signature.ts'
import { call } from './call.ts'
import { closeAfterTests } from './close-after-tests.ts'
import { createTestApp, type TestApp } from './create-test-app.ts'
import { wave } from './sound.ts'
import { createWorld, type World } from './world.ts'
import { startZoom, ZOOM_APP, ZOOM_SECRET, type ZoomMeeting, type ZoomServer, zoomTranscript } from './zoom-server.ts'

export const SIGNING_SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

export interface SourcesWorld extends World {
  /** Sets the clock forward. */
  readonly ahead: (ms: number) => void
  /** Does something the next time that a source waits. */
  readonly atNextWait: (work: () => Promise<void>) => void
}

/** A world whose app may ask stand-ins on the loopback, by a clock that can be set forward. Sources wait no time. */
export async function createSourcesWorld(
  settings: Readonly<Record<string, string>> = {},
  ports: { readonly connectPublic?: ConnectPublic } = {},
): Promise<SourcesWorld> {
  let ahead = 0
  let meanwhile: (() => Promise<void>) | undefined
  const clock = {
    now: () => new Date(Date.now() + ahead),
    async wait() {
      const work = meanwhile
      meanwhile = undefined
      await work?.()
    },
  }
  const world = await createWorld(await createTestApp({ allowed: '127.0.0.0/8', clock, settings, ...ports }))
  return {
    ...world,
    ahead: (ms) => {
      ahead += ms
    },
    atNextWait: (work) => {
      meanwhile = work
    },
  }
}

/** Closed by itself after a test file. */
export async function zoomFor(): Promise<ZoomServer> {
  const zoom = await startZoom()
  closeAfterTests(() => zoom.close())
  return zoom
}

export interface ConnectedSource {
  readonly id: string
  /** Path of its address below `/v2`. */
  readonly path: string
}

export async function sourceFor(world: World, body: unknown): Promise<ConnectedSource> {
  const made = await call(world.app, world.org, 'POST', '/sources', { body })
  if (made.status !== 201) throw new Error(made.text)
  const { uuid, address } = made.body.data
  return { id: uuid, path: address === null ? '' : new URL(address).pathname.slice('/v2'.length) }
}

export const zoomBody = (zoom: ZoomServer, more: Readonly<Record<string, unknown>> = {}) => ({
  ...{ kind: 'zoom', name: 'Zoom', lookMinutes: 0 },
  settings: { accountId: ZOOM_APP.accountId, clientId: ZOOM_APP.clientId, apiUrl: zoom.url, oauthUrl: zoom.url },
  credentials: { clientSecret: ZOOM_APP.clientSecret, secretToken: ZOOM_SECRET },
  ...more,
})

export const webhookBody = (more: Readonly<Record<string, unknown>> = {}) => ({
  ...{ kind: 'webhook', name: 'Recorder', credentials: { signingSecret: SIGNING_SECRET } },
  ...more,
})

export function newMeeting(more: Partial<ZoomMeeting> = {}): ZoomMeeting {
  return {
    uuid: `${randomUUID().slice(0, 20)}==`,
    topic: 'Renewal with Umbrella',
    hostEmail: 'bob@acme.example',
    startedAt: new Date(Date.now() - 3_600_000).toISOString().replace(/\.\d+Z$/, 'Z'),
    recording: wave({ seconds: 2, rate: 8_000 }),
    transcript: zoomTranscript('Shall we talk about the renewal?'),
    ...more,
  }
}

export const deliver = (
  app: TestApp,
  { path }: ConnectedSource,
  body: string,
  headers: Readonly<Record<string, string>>,
) => call(app, undefined, 'POST', path, { body, headers })

/** A delivery whose call waits, because its file can't be fetched: no name leads anywhere in tests. */
export async function arrivedFor(world: World) {
  const source = await sourceFor(world, webhookBody())
  const id = randomUUID()
  const body = JSON.stringify({ externalId: id, recordingUrl: 'https://files.example.com/call.mp3' })
  const signed = signWebhook({ id, body }, [SIGNING_SECRET], world.app.clock.now())
  const answer = await deliver(world.app, source, body, { 'content-type': 'application/json', ...signed })
  if (answer.status !== 200) throw new Error(answer.text)
  await world.app.drain(world.acme)
  const [[recording], [delivery]] = [await recordingsOf(world, source), await deliveriesOf(world, source)]
  return { sourceId: source.id, recordingId: String(recording.uuid), deliveryId: String(delivery.uuid) }
}

export const recordingsOf = async (world: World, { id }: ConnectedSource) =>
  (await call(world.app, world.org, 'GET', `/sources/${id}/recordings`)).body.data

export const deliveriesOf = async (world: World, { id }: ConnectedSource) =>
  (await call(world.app, world.org, 'GET', `/sources/${id}/deliveries`)).body.data

export const conversationOf = async (world: World, id: string) =>
  (await call(world.app, world.org, 'GET', `/conversations/${id}`)).body.attributes
