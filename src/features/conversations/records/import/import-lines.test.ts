/** Import of several conversations in one body of lines (NDJSON). */
import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../../testing/call.ts'
import { refusedField, resourceError } from '../../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../../testing/world.ts'
import { IMPORT_BYTES_MAX } from '../index.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const HELLO = { final: [{ speaker: 'Bob', sentence: 'Hello.', startTimestamp: 0, endTimestamp: 1 }] }

const postLines = (caller: Caller | undefined, body: string) =>
  call(world.app, caller, 'POST', '/conversations/import', {
    body,
    headers: { 'content-type': 'application/x-ndjson' },
  })

const parseResults = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

const createLine = (title: string) => JSON.stringify({ transcript: HELLO, conversationTitle: title })

const readAttributes = async (id: string) =>
  (await call(world.app, world.org, 'GET', `/conversations/${id}`)).body.attributes

describe('an import line by line', () => {
  it('answers each line with a line of its own, in their order', async () => {
    const answer = await postLines(
      world.bob,
      [createLine('One'), '{"broken', '', '{}', '[]', createLine('Six')].join('\r\n'),
    )
    expect(answer.status).toBe(202)
    expect(answer.headers['content-type']).toMatch(/^application\/x-ndjson/)
    const results = parseResults(answer.text)
    expect(results.map(({ line }) => line)).toEqual([1, 2, 4, 5, 6])
    expect(results[1].error).toEqual(refusedField(''))
    expect(results[2].error).toEqual(refusedField('/transcript'))
    expect(results[3].error).toMatchObject({ status: '400', code: 'validation_failed' })
    for (const index of [0, 4]) expect((await readAttributes(results[index].uuid)).transcript).toBe('Bob: Hello.')
  })

  it('takes a last line without an end, and letters cut in two by the network', async () => {
    const text = createLine('🚀'.repeat(50))
    const answer = await postLines(world.bob, `${text}\n${text}`)
    for (const { uuid } of parseResults(answer.text)) expect((await readAttributes(uuid)).title).toBe('🚀'.repeat(50))
    expect(parseResults(answer.text)).toHaveLength(2)
  })

  it('answers nothing to nothing', async () => {
    const answer = await postLines(world.bob, '\n\n  \n')
    expect([answer.status, answer.text]).toEqual([202, ''])
  })

  it('stores one row for the same conversation on many lines', async () => {
    const line = JSON.stringify({ transcript: HELLO, applicationExternalID: 'lines' })
    const results = parseResults((await postLines(world.bob, Array(12).fill(line).join('\n'))).text)
    expect(new Set(results.map(({ uuid }) => uuid)).size).toBe(1)
    expect(results).toHaveLength(12)
  })

  it('lets every line pass the same doors as a request of its own', async () => {
    const forCarol = JSON.stringify({ transcript: HELLO, userID: world.carol.userId })
    const [refused] = parseResults((await postLines(world.bob, forCarol)).text)
    expect(refused).toEqual({ line: 1, error: resourceError(403, 'admin_required', '') })
    expect((await postLines(undefined, forCarol)).status).toBe(401)
  })

  it('names a line that is too long, takes those around it, and hears the client out to the end', async () => {
    const address = await world.app.listen()
    async function* body() {
      yield Buffer.from(`${createLine('Before')}\n{"broken\n`)
      for (let sent = 0; sent <= 2 * IMPORT_BYTES_MAX; sent += 1024 * 1024) yield Buffer.alloc(1024 * 1024, 'x')
      yield Buffer.from(`\n${createLine('After')}`)
    }
    const answer = await fetch(`${address}/v2/conversations/import`, {
      method: 'POST',
      headers: { authorization: world.bob.key, 'content-type': 'application/x-ndjson' },
      body: ReadableStream.from(body()),
      duplex: 'half',
      signal: AbortSignal.timeout(20_000),
    })
    expect(answer.status).toBe(202)
    const results = parseResults(await answer.text())
    expect(results.map(({ line }) => line)).toEqual([1, 2, 3, 4])
    expect(results[2].error).toEqual(resourceError(413, 'content_too_large', ''))
    expect((await readAttributes(results[0].uuid)).title).toBe('Before')
    expect((await readAttributes(results[3].uuid)).title).toBe('After')
  })

  it('is for imports alone', async () => {
    const answer = await call(world.app, world.org, 'PUT', '/crm-records', {
      body: '{"records":[]}',
      headers: { 'content-type': 'application/x-ndjson' },
    })
    expect(answer.status).toBe(415)
  })
})
