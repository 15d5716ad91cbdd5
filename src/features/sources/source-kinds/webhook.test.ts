import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { closeAfterTests } from '../../../testing/close-after-tests.ts'
import { expectEvery } from '../../../testing/expect-every.ts'
import { wave } from '../../../testing/sound.ts'
import {
  type ConnectedSource,
  conversationOf,
  createSourcesWorld,
  deliver,
  deliveriesOf,
  recordingsOf,
  SIGNING_SECRET,
  type SourcesWorld,
  sourceFor,
  webhookBody,
} from '../../../testing/sources-fixtures.ts'

let world: SourcesWorld
let source: ConnectedSource
let files: string
const fetched: { path: string; authorization: string | undefined }[] = []
/** Starts a server of files on an address of the loopback. @returns its URL */
async function serveFiles(address: string): Promise<string> {
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    fetched.push({ path, authorization: request.headers.authorization })
    if (path === '/private') return void response.writeHead(302, { location: 'http://10.0.0.1/call.wav' }).end()
    if (path === '/call.wav') return void response.end(wave({ seconds: 1, rate: 8_000 }))
    if (path === '/call.vtt') return void response.end('WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ana>Hello there.\n')
    response.writeHead(404).end()
  })
  server.listen(0, address)
  await once(server, 'listening')
  closeAfterTests(async () => void server.close())
  return `http://${address}:${(server.address() as AddressInfo).port}`
}
let other: string
beforeAll(async () => {
  world = await createSourcesWorld()
  files = await serveFiles('127.0.0.1')
  other = await serveFiles('127.0.0.2')
})
let number = 0
beforeEach(async () => {
  source = await sourceFor(world, webhookBody())
  fetched.length = 0
})

const drain = () => world.app.drain(world.acme)
/** Signed by the reference library. */
function send(given: unknown, id = `msg-${++number}`) {
  const body = typeof given === 'string' ? given : JSON.stringify(given)
  const at = world.app.clock.now()
  const headers = {
    ...{ 'content-type': 'application/json', 'webhook-id': id },
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': new Webhook(SIGNING_SECRET).sign(id, at, body),
  }
  return deliver(world.app, source, body, headers)
}
const newCall = () => ({
  externalId: `call-${++number}`,
  title: 'Kick-off',
  startedAt: '2026-11-20T10:00:00Z',
  ownerEmail: 'carol@acme.example',
  participants: [
    { name: 'Ana Silva', email: 'ana@partner.example' },
    { name: 'Carol', email: 'carol@acme.example' },
  ],
})

describe('does', () => {
  it('imports a transcript that arrives itself, by the rules of the source, and deletes the body then', async () => {
    source = await sourceFor(world, {
      ...webhookBody({ teamUUID: world.teams.sales, private: true, insideDomains: ['partner.example'] }),
      applicationName: 'recorder',
    })
    const sent = { ...newCall(), transcript: 'Ana Silva: The secret word is xylophone.\nCarol: Fine.' }
    expect((await send(sent, 'with-words')).status).toBe(200)
    const [{ uuid }] = await deliveriesOf(world, source)
    const read = async () =>
      (await call(world.app, world.org, 'GET', `/sources/${source.id}/deliveries/${uuid}`)).body.data
    expect((await read()).body).toContain('xylophone')
    await drain()
    const [recording] = await recordingsOf(world, source)
    expect(recording).toMatchObject({ status: 'done', externalID: sent.externalId, hasTranscript: true })
    const conversation = await conversationOf(world, recording.conversationUUID)
    expect(conversation).toMatchObject({
      ...{ title: 'Kick-off', private: true, userUUID: world.carol.userId, teamUUID: world.teams.sales },
    })
    const known = await call(world.app, world.org, 'GET', `/conversations/by-external-id/${sent.externalId}`, {
      query: { applicationName: 'recorder' },
    })
    expect([known.status, known.body.id]).toEqual([200, recording.conversationUUID])
    expect(known.body.attributes.participants.map(({ email }: { email: string }) => email)).toEqual([])
    expect(await read()).toMatchObject({ hasBody: false, body: null, status: 'read' })
    const replay = await call(world.app, world.org, 'POST', `/sources/${source.id}/deliveries/${uuid}/replay`)
    expect([replay.status, replay.body.errors?.[0]?.code ?? replay.body.code]).toEqual([
      409,
      'source_delivery_not_replayable',
    ])
    const [row] = await world.app.store.owner.query<{ n: number }>(
      `select count(*)::int as n from source_deliveries d where d.source_id = $1 and d.body is not null`,
      [source.id],
    )
    expect(row?.n).toBe(0)
  })

  it('sorts people without an email address by the phone numbers of the organization', async () => {
    const put = (phoneNumbers: string[]) =>
      call(world.app, world.org, 'PUT', '/organizations/phone-numbers', { body: { phoneNumbers } })
    expect((await put(['+4930123*'])).status).toBe(200)
    const participants = [
      { phone: '+49 30 123-45' },
      { name: 'Desk', phone: '+493012346' },
      { name: '+49 40 555' },
      { name: 'Ana', phone: '+49 40 556' },
      { name: 'Eve', email: 'eve@customer.example', phone: '+493012347' },
    ]
    await send({ ...newCall(), participants, transcript: 'Ana: Hello.' })
    await drain()
    await put([])
    const [recording] = await recordingsOf(world, source)
    const query = { 'filter[include_internal_participants]': 'true' }
    const id = recording.conversationUUID
    const { attributes } = (await call(world.app, world.org, 'GET', `/conversations/${id}`, { query })).body
    expect(attributes.internalParticipants).toMatchObject([
      { name: '+49 30 123-45', id: '+493012345' },
      { name: 'Desk', id: '+493012346' },
    ])
    expect(attributes.participants).toMatchObject([
      { name: '+49 40 555', id: null },
      { name: 'Ana', id: '+4940556' },
      { name: 'Eve', id: null, email: 'eve@customer.example' },
    ])
  })

  it('takes a transcript document of a known form as the body', async () => {
    const vcon = {
      ...{ vcon: '0.0.2', uuid: '0195544a-09da-8af8-8a1e-2b7c6d8e9f01', created_at: '2026-11-20T10:00:00Z' },
      parties: [{ name: 'Ana' }, { name: 'Bob' }],
      dialog: [
        {
          ...{ type: 'text', start: '2026-11-20T10:00:00Z', duration: 2, parties: 0, mediatype: 'text/plain' },
          ...{ body: 'Hello Bob.', encoding: 'none' },
        },
      ],
      analysis: [],
    }
    await send(vcon)
    await drain()
    const [recording] = await recordingsOf(world, source)
    expect(recording).toMatchObject({ externalID: vcon.uuid, status: 'done' })
  })

  it('fetches both files of a call, and sends the token to its host only', async () => {
    const host = new URL(files).host
    source = await sourceFor(world, {
      ...webhookBody({ settings: { downloadHost: host } }),
      credentials: { signingSecret: SIGNING_SECRET, bearerToken: 'token-of-files' },
    })
    await send({ ...newCall(), recordingUrl: `${files}/call.wav`, transcriptUrl: `${files}/call.vtt` })
    await drain()
    const [recording] = await recordingsOf(world, source)
    expect(recording).toMatchObject({ status: 'done', hasTranscript: true, hasRecording: true })
    expect(fetched.map(({ authorization }) => authorization)).toEqual([
      'Bearer token-of-files',
      'Bearer token-of-files',
    ])
    fetched.length = 0
    await send({ ...newCall(), recordingUrl: `${other}/call.wav` })
    await drain()
    expectEvery(fetched, ({ authorization }) => authorization === undefined)
  })

  it('imports what can be read when the other file can not', async () => {
    await send({ ...newCall(), transcript: '', recordingUrl: `${files}/call.wav` })
    await send({ ...newCall(), transcriptUrl: `${files}/call.wav`, recordingUrl: `${files}/call.wav` })
    await drain()
    const recordings = await recordingsOf(world, source)
    expect(recordings).toHaveLength(2)
    for (const one of recordings) {
      expect(one).toMatchObject({ status: 'done', hasTranscript: false, hasRecording: true })
      expect(one.fault).toMatch(/transcript/)
    }
  })
})

describe('refuses', () => {
  it('an unknown address before it reads the body, and a large body at a known one', async () => {
    const large = 'x'.repeat(8 * 1024 * 1024 + 1)
    const headers = { 'content-type': 'application/json' }
    const unknown = { ...source, path: source.path.replace(/.{8}$/, 'AAAAAAAA') }
    expect((await deliver(world.app, unknown, large, headers)).status).toBe(404)
    expect((await deliver(world.app, source, large, headers)).status).toBe(413)
    expect(await deliveriesOf(world, source)).toEqual([])
  })

  it('what is not signed, signed otherwise, or signed too long ago', async () => {
    const body = JSON.stringify({ ...newCall(), transcript: 'Ana: Forged.' })
    const at = world.app.clock.now()
    const sign = (secret: string, when: Date) => ({
      ...{ 'content-type': 'application/json', 'webhook-id': 'forged' },
      'webhook-timestamp': String(Math.floor(when.getTime() / 1_000)),
      'webhook-signature': new Webhook(secret).sign('forged', when, body),
    })
    const other = `whsec_${Buffer.alloc(32, 9).toString('base64')}`
    const good = sign(SIGNING_SECRET, at)
    for (const headers of [
      sign(other, at),
      sign(SIGNING_SECRET, new Date(at.getTime() - 301_000)),
      { ...good, 'webhook-id': 'another' },
      { ...good, 'webhook-signature': 'v1,' },
      { 'content-type': 'application/json' },
    ]) {
      expect((await deliver(world.app, source, body, headers)).status).toBe(401)
    }
    expect((await deliver(world.app, source, `${body} `, good)).status).toBe(401)
    await drain()
    expect(await recordingsOf(world, source)).toEqual([])
  })

  it('bodies without a call, with the reason in the log', async () => {
    await send({ externalId: 'x' })
    await send({ externalId: 'x', recordingUrl: 'no url' })
    await send('[1, 2]')
    await send('{"transcript": "Ana: Hi."}')
    await drain()
    const deliveries = await deliveriesOf(world, source)
    expect(deliveries.map(({ status }: { status: string }) => status)).toEqual(['failed', 'failed', 'failed', 'failed'])
    expect(new Set(deliveries.map(({ reason }: { reason: string }) => reason)).size).toBe(4)
  })

  it('files at private addresses, directly and by redirect', async () => {
    await send({ ...newCall(), recordingUrl: 'http://10.0.0.1/call.wav' })
    await send({ ...newCall(), recordingUrl: `${files}/private` })
    await drain()
    const recordings = await recordingsOf(world, source)
    expect(recordings.map(({ status }: { status: string }) => status)).toEqual(['failed', 'failed'])
    expect(recordings[0].fault).toMatch(/isn't public|must start with https/)
  })

  it('a body that is too large, and acknowledges nothing then', async () => {
    const answer = await send({ ...newCall(), transcript: `Ana: ${'word '.repeat(1_800_000)}` })
    expect(answer.status).toBe(413)
    expect(await deliveriesOf(world, source)).toEqual([])
  })
})

describe('replay', () => {
  it('reads a delivery again, and imports no call twice', async () => {
    await send({ ...newCall(), recordingUrl: `${files}/call.wav` })
    await drain()
    const [{ uuid }] = await deliveriesOf(world, source)
    const before = await recordingsOf(world, source)
    const again = await call(world.app, world.org, 'POST', `/sources/${source.id}/deliveries/${uuid}/replay`)
    expect([again.status, again.body.data.status]).toEqual([202, 'received'])
    await drain()
    expect(await recordingsOf(world, source)).toEqual(before)
    expect((await deliveriesOf(world, source))[0]).toMatchObject({ status: 'read' })
  })

  it('deletes what is older than 30 days', async () => {
    await send({ ...newCall(), recordingUrl: `${files}/call.wav` })
    await drain()
    world.ahead(31 * 86_400_000)
    await drain()
    expect(await deliveriesOf(world, source)).toEqual([])
    expect(await recordingsOf(world, source)).toHaveLength(1)
  })
})
