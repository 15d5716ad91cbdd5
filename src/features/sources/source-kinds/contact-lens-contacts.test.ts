/** Agents and telephone numbers of contacts, from a stand-in of Amazon Connect. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { closeAfterTests } from '../../../testing/close-after-tests.ts'
import { expectEvery } from '../../../testing/expect-every.ts'
import { type ListingBucket, startListingBucket } from '../../../testing/listing-bucket.ts'
import {
  type ConnectedSource,
  createSourcesWorld,
  recordingsOf,
  type SourcesWorld,
  sourceFor,
} from '../../../testing/sources-fixtures.ts'

const INSTANCE = '11111111-2222-3333-4444-555555555555'
const AGENT = '0f0f0f0f-1111-2222-3333-444444444444'

let world: SourcesWorld
let bucket: ListingBucket
let connect: Awaited<ReturnType<typeof startConnect>>
let source: ConnectedSource = { id: '', path: '' }
beforeAll(async () => {
  world = await createSourcesWorld()
  bucket = await startListingBucket('instance')
  closeAfterTests(() => bucket.close())
  connect = await startConnect()
  closeAfterTests(async () => void connect.server.close())
})
beforeEach(() => {
  connect.status = 200
  connect.asked.length = 0
  connect.customer = { Type: 'TELEPHONE_NUMBER', Address: '+493055501' }
})

/** A stand-in of Amazon Connect with one agent. */
async function startConnect() {
  const asked: { path: string; authorization: string | undefined }[] = []
  const server = createServer((request, response) => {
    asked.push({ path: request.url ?? '', authorization: request.headers.authorization })
    const [, kind] = (request.url ?? '').split('/')
    const answer =
      kind === 'users'
        ? { User: { Username: 'bob', IdentityInfo: { FirstName: 'Bob', LastName: 'Ray', Email: 'bob@acme.example' } } }
        : { Contact: { AgentInfo: { Id: AGENT }, CustomerEndpoint: state.customer } }
    response.writeHead(state.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const state = { server, url, asked, status: 200, customer: {} as Readonly<Record<string, string>> }
  return state
}

let contacts = 0
async function importContact(more: Readonly<Record<string, string>> = {}) {
  bucket.reset()
  if (source.id !== '') await call(world.app, world.org, 'DELETE', `/sources/${source.id}`)
  source = await sourceFor(world, {
    ...{ kind: 'contact_lens', name: 'Contact center' },
    settings: {
      ...{ bucket: 'instance', endpoint: bucket.url, accessKeyId: 'AKIAEXAMPLE', instanceId: INSTANCE },
      ...{ connectUrl: connect.url, ...more },
    },
    credentials: { secretAccessKey: 'secret-of-bucket' },
  })
  const contact = `0a1b2c3d-4e5f-6071-8293-${String(contacts++).padStart(12, '0')}`
  const at = new Date(world.app.clock.now().getTime() - 90 * 60_000)
  const second = at.toISOString().replace(/\.\d+Z$/, 'Z')
  const day = second.slice(0, 10).replaceAll('-', '/')
  const name = more.content === 'redacted' ? 'Redacted' : ''
  const file = name === '' ? `${contact}_analysis_${second}` : `${contact}_analysis_redacted_${second}`
  bucket.put(`Analysis/Voice/${name === '' ? '' : 'Redacted/'}${day}/${file}.json`, analysis(contact), at)
  world.ahead(16 * 60_000)
  await world.app.drain(world.acme)
  const [recording] = await recordingsOf(world, source)
  const query = { 'filter[include_internal_participants]': 'true' }
  const found = await call(world.app, world.org, 'GET', `/conversations/${recording.conversationUUID}`, { query })
  return { recording, contact, ...found.body.attributes }
}

const analysis = (contact: string) =>
  JSON.stringify({
    ...{ Version: '1.1.0', Channel: 'VOICE', LanguageCode: 'en-US', ContentMetadata: { Output: 'Raw' } },
    Participants: ['AGENT', 'CUSTOMER'].map((id) => ({ ParticipantId: id, ParticipantRole: id })),
    Transcript: ['Thank you for calling.', `My order ${contact} is late.`].map((Content, at) => ({
      ...{ Id: `t-${at}`, ParticipantId: ['AGENT', 'CUSTOMER'][at], Content },
      ...{ BeginOffsetMillis: at * 5_000, EndOffsetMillis: at * 5_000 + 4_000 },
    })),
  })

it('the agent owns the call and is inside, and the customer has a number', async () => {
  const { contact, recording, ...found } = await importContact()
  expect(recording).toMatchObject({ status: 'done', fault: null })
  expect(found).toMatchObject({
    userUUID: world.bob.userId,
    participants: [{ id: '+493055501' }],
    internalParticipants: [{ name: 'Bob Ray', email: 'bob@acme.example' }],
  })
  expect(connect.asked.map(({ path }) => path)).toEqual([
    `/contacts/${INSTANCE}/${contact}`,
    `/users/${INSTANCE}/${AGENT}`,
  ])
  expectEvery(connect.asked, ({ authorization }) =>
    /^AWS4-HMAC-SHA256 .*\/us-east-1\/connect\//.test(authorization ?? ''),
  )
})

it('a number of the organization is inside', async () => {
  const put = (phoneNumbers: string[]) =>
    call(world.app, world.org, 'PUT', '/organizations/phone-numbers', { body: { phoneNumbers } })
  expect((await put(['+4930555*'])).status).toBe(200)
  const found = await importContact()
  expect(found.internalParticipants).toMatchObject([{ name: 'Bob Ray' }, { id: '+493055501' }])
  expect(found.participants).toEqual([])
  await put([])
})

it('redacted calls have no number of the customer', async () => {
  const found = await importContact({ content: 'redacted' })
  expect(found.internalParticipants).toMatchObject([{ name: 'Bob Ray' }])
  expect(found.participants).toEqual([])
})

it('contacts that can’t be read are imported without agent, and the test of the source says why', async () => {
  connect.status = 403
  const { recording } = await importContact()
  expect(recording).toMatchObject({ status: 'done', fault: null })
  const test = await call(world.app, world.org, 'POST', `/sources/${source.id}/test`)
  expect(test.body.data).toEqual({ ok: false, detail: expect.stringMatching(/`connect:DescribeContact`/) })
  connect.status = 200
  expect((await call(world.app, world.org, 'POST', `/sources/${source.id}/test`)).body.data).toMatchObject({ ok: true })
})

it('a limit of requests delays the import, and loses nothing', async () => {
  connect.status = 429
  await importContact().catch(() => undefined)
  expect(await recordingsOf(world, source)).toMatchObject([
    { status: 'waiting', fault: expect.stringMatching(/limits/) },
  ])
  connect.status = 200
  world.ahead(3_600_000)
  await world.app.drain(world.acme)
  expect(await recordingsOf(world, source)).toMatchObject([{ status: 'done', fault: null }])
})
