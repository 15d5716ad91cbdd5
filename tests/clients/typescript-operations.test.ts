/** The TypeScript client against the running service: each operation of the catalog, and each helper. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, expectTypeOf, it } from 'vitest'
import {
  type ConversationBrief,
  followChanges,
  importFile,
  importMany,
  Parley,
  ParleyError,
  pages,
  pagesByCursor,
  paginate,
  paginateByCursor,
  paginateScim,
  uploadKnowledgeFile,
  uploadRecording,
  uploadRecordingPart,
  uploadTranscript,
} from '../../clients/typescript/src/index.ts'
import { operations } from '../../src/catalog.ts'
import { call } from '../../src/testing/call.ts'
import { expectEvery } from '../../src/testing/expect-every.ts'
import { importFor } from '../../src/testing/import-fixtures.ts'
import { wave } from '../../src/testing/sound.ts'
import { type Caller, createWorld, type World } from '../../src/testing/world.ts'
import { pathOf, type Samples, samplesOf } from '../samples/index.ts'

let world: World
let samples: Samples
let parley: Parley
let address: string
beforeAll(async () => {
  world = await createWorld()
  address = await world.app.listen()
  samples = await samplesOf(world, await importFor(world, { applicationExternalID: 'client' }), 'client')
  parley = clientFor(world.org)
})

const clientFor = ({ key }: Caller, more: { strict?: boolean } = {}) =>
  new Parley({ baseUrl: `${address}/v2/`, apiKey: key, retries: 0, ...more })

type Method = (options: object) => Promise<unknown>
const findMethod = (client: Parley, id: string): Method => {
  const method: unknown = Reflect.get(client, id)
  if (typeof method !== 'function') throw new Error(`The client has no method ${id}.`)
  return (options) => method.call(client, options)
}

/** Operations that delete go last, because others need the resource. */
const ordered = operations
  .map((operation) => [operation.id, operation] as const)
  .toSorted(([a], [b]) => Number(a.startsWith('delete')) - Number(b.startsWith('delete')))

describe('every operation', () => {
  it.each(ordered)('%s succeeds', async (id, { rest }) => {
    const { caller, makesItsOwn: _, ...sample } = samples[id] ?? {}
    const client = clientFor(caller ?? world.org, { strict: true })
    // Samples with a file are complete forms.
    const isForm = typeof sample.body === 'string' || Buffer.isBuffer(sample.body)
    const answer = await findMethod(client, id)({ ...sample, ...(isForm && { bodySerializer: null }) })
    if (rest.method !== 'GET') return
    const { headers, query } = sample
    const direct = await call(world.app, caller ?? world.org, 'GET', pathOf(rest.path, sample), {
      ...(query && { query }),
      ...(headers && { headers }),
    })
    // Some reads, such as ones of rate limits, differ each time.
    if (answer instanceof Blob) expect(answer.size).toBe(Number(direct.headers['content-length']))
    else if (direct.body !== undefined) expect(Object.keys(answer as object)).toEqual(Object.keys(direct.body))
  })
})

describe('types', () => {
  it('are those of the description', () => {
    const load = () => parley.listConversationBriefs({ query: { size: 2, 'filter[owner.id]': [] } })
    expectTypeOf<Awaited<ReturnType<typeof load>>['data']>().toEqualTypeOf<ConversationBrief[]>()
    // @ts-expect-error: The title is required.
    const create = () => parley.updateConversationTitle({ path: { id: 'x' }, body: {} })
    // @ts-expect-error: The operation has no such filter.
    const list = () => parley.listTeams({ query: { colour: 'red' } })
    expectEvery([load, create, list], (one) => typeof one === 'function')
  })
})

describe('paging', () => {
  it('iterates over all items, pages, resources and changes', async () => {
    const { meta } = await parley.listChanges()
    const title = `Paged ${randomUUID()}`
    const conversations = Array.from({ length: 5 }, () => ({ conversationTitle: title, transcript: 'Bob: Hello.' }))
    const results = await importMany(parley, conversations)
    const ids = results.map((result) => ('uuid' in result ? result.uuid : result.error.code)).toSorted()

    const found: string[] = []
    const load = (page: number) => parley.listConversationBriefs({ query: { page, size: 2, 'filter[title]': title } })
    for await (const { uuid } of paginate(load)) found.push(uuid)
    expect(found.toSorted()).toEqual(ids)

    const sizes: number[] = []
    for await (const { data } of pages(load)) sizes.push(data.length)
    expect(sizes).toEqual([2, 2, 1])

    const loadNext = (cursor: string) =>
      parley.listConversationBriefs({ query: { cursor, size: 2, 'filter[title]': title } })
    const byCursor: string[] = []
    for await (const { uuid } of paginateByCursor(loadNext)) byCursor.push(uuid)
    expect(byCursor).toEqual(found)
    const [first] = await Array.fromAsync(pagesByCursor(loadNext))
    const rest = await Array.fromAsync(pagesByCursor(loadNext, first?.meta.nextCursor ?? ''))
    expect(rest.map(({ data }) => data.length)).toEqual([2, 1])

    // The feed waits for every transaction that is running on the server, also for those of other tests.
    const loadChanges = (since: string) => parley.listChanges({ query: { since, limit: 2, types: ['conversation'] } })
    const collectChanges = async () => {
      const changed = new Set<string>()
      for await (const { data } of followChanges(loadChanges, meta.cursor)) for (const { id } of data) changed.add(id)
      return ids.every((id) => changed.has(id))
    }
    await expect.poll(collectChanges, { timeout: 60_000 }).toBe(true)

    const names: string[] = []
    const loadUsers = (startIndex: number) => parley.listScimUsers({ query: { startIndex, count: 2 } })
    for await (const { userName } of paginateScim(loadUsers)) names.push(userName ?? '')
    expect(names).toContain('bob@acme.example')
    expect(new Set(names).size).toBe(names.length)
  })
})

describe('files', () => {
  const vtt = new File(['WEBVTT\n\n00:01.000 --> 00:02.000\n<v Bob>Hello there.\n'], 'call.vtt')

  it('are sent with an import, to a conversation and to the knowledge base', async () => {
    const { uuid } = await importFile(parley, vtt, { conversationTitle: 'From a file' })
    const { data } = await parley.getTranscript({ path: { id: uuid } })
    expect(data.map(({ text }) => text)).toEqual(['Hello there.'])

    const wav = new Uint8Array(wave({ seconds: 0.1 }))
    await uploadRecording(parley, uuid, { content: new Blob([wav]), name: 'call.wav' })
    const recording = await parley.getConversationMedia({ path: { id: uuid } })
    expect(recording).toBeInstanceOf(Blob)
    expect(new Uint8Array(await (recording as Blob).arrayBuffer())).toEqual(wav)

    const lines = new File(['Ann: One.\nBob: Two.\n'], 'lines.txt')
    expect(await uploadTranscript(parley, uuid, lines)).toEqual({ success: true, transcriptVersion: 2 })

    const bob = clientFor(world.bob)
    const { data: session } = await bob.createRecordingSession({
      body: { sources: ['microphone'], consent: { statement: 'Everyone agrees to be recorded.' } },
    })
    const part = { content: new Blob(['part']), name: 'part.webm' }
    const stored = await uploadRecordingPart(bob, session.id, part, { take: 0, part: 0 })
    expect(stored.data.takes).toEqual([{ take: 0, parts: 1, bytes: 4 }])

    const source = await uploadKnowledgeFile(
      parley,
      new File(['# Prices\n\nA seat costs 9 euros.'], 'prices.md'),
      'Prices',
    )
    expect(source.data).toMatchObject({ attributes: { title: 'Prices' } })
  })
})

describe('errors', () => {
  const rejection = (work: Promise<unknown>) =>
    work.then(
      () => undefined,
      (error: unknown) => error,
    )

  it('have status, code, fields and the ID of the request', async () => {
    const error = await rejection(parley.getConversation({ path: { id: randomUUID() } }))
    expect(error).toBeInstanceOf(ParleyError)
    expect(error).toMatchObject({ status: 404, code: 'conversation_not_found', requestId: expect.any(String) })

    const id = await importFor(world)
    const invalid = await rejection(parley.updateConversationTitle({ path: { id }, body: { title: '' } }))
    expect(invalid).toMatchObject({ status: 400, pointer: '/title', errors: [{ pointer: '/title' }] })
  })

  it('of authentication and SCIM have the same fields', async () => {
    const stranger = new Parley({ baseUrl: `${address}/v2`, apiKey: 'nonsense' })
    expect(await rejection(stranger.listTeams())).toMatchObject({ status: 401, code: 'unauthenticated' })
    const scim = await rejection(parley.getScimUser({ path: { id: randomUUID() } }))
    expect(scim).toMatchObject({ status: 404, detail: expect.any(String) })
    expect((scim as ParleyError).detail).not.toBe('')
  })

  it('name unknown parameters in strict mode only', async () => {
    const query = { colour: 'red' } as object
    await parley.listTeams({ query })
    const strict = clientFor(world.org, { strict: true })
    expect(await rejection(strict.listTeams({ query }))).toMatchObject({ status: 400, pointer: '/query/colour' })
  })
})
