/** Bodies of more than a megabyte: read in a worker, with the same result as small ones, and few at a time. */
import { EventEmitter } from 'node:events'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { withStagedTexts } from '../src/features/conversations/records/import/stage-transcript.ts'
import { LARGE_BYTES, LargeBodies } from '../src/inbound/http/large-bodies.ts'
import { call } from '../src/testing/call.ts'
import { createWorld, type World } from '../src/testing/world.ts'

/** Turns with a time for each word, so many that the body is larger than a body that is read at once. */
const turns = (from: number, count: number) =>
  Array.from({ length: count }, (_, n) => ({
    speaker: { name: n % 2 === 0 ? 'Ann Smith' : 'Bob Jones' },
    start: from + n,
    end: from + n + 1,
    words: [`word${(from + n) % 50}`, 'said', 'again.'].map((text, at) => ({
      ...{ text, startTimestamp: from + n + at / 4, endTimestamp: from + n + at / 4 + 0.2 },
    })),
  }))
const MANY = 6_000

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const send = (body: unknown, headers: Record<string, string> = {}) =>
  call(world.app, world.org, 'POST', '/conversations/import', { body, headers })
const read = async (id: string) =>
  (await call(world.app, world.org, 'GET', `/conversations/${id}`, { query: { detailedTranscript: 'true' } })).body
const plain = async (id: string): Promise<string> =>
  (await call(world.app, world.org, 'GET', `/conversations/${id}`)).body.attributes.transcript
const people = { participants: [{ name: 'Ann Smith', email: 'ann@acme.example' }] }

/** Of texts that this thread parses meanwhile, the length of the longest. */
async function longestParsed(work: () => Promise<unknown>): Promise<number> {
  const parse = vi.spyOn(JSON, 'parse')
  try {
    await work()
    return Math.max(0, ...parse.mock.calls.map(([text]) => (typeof text === 'string' ? text.length : 0)))
  } finally {
    parse.mockRestore()
  }
}

describe('a large import', () => {
  it('is analyzed in a worker, with the results of a small one', async () => {
    const lines = [
      ['Ann Smith', 'Our budget for this project is 20,000 dollars.'],
      ['Bob Jones', 'Who decides about the contract?'],
      ['Ann Smith', 'I will send you the security questionnaire by Friday.'],
    ] as const
    const spoken = (pad: string) =>
      lines.map(([name, text], at) => ({
        ...{ speaker: { name }, start: at * 20, end: at * 20 + 19 },
        words: text.split(' ').map((word, n) => ({
          ...{ text: word, startTimestamp: at * 20 + n / 2, endTimestamp: at * 20 + n / 2 + 0.4 },
          ...(pad === '' ? {} : { pad }),
        })),
      }))
    const withoutWords = { speaker: { name: '' }, start: 0, end: 0, words: [] }
    const silence = Array.from({ length: 20_000 }, () => withoutWords)
    const ids: string[] = []
    const longest = await longestParsed(async () => {
      for (const transcript of [spoken(''), [...spoken(''), ...silence]]) {
        const given = { participants: [...people.participants, { name: 'Bob Jones', email: 'bob@customer.example' }] }
        ids.push((await send({ ...given, conversationTitle: 'Same', transcript })).body.uuid)
      }
      await world.app.drain(world.acme)
    })
    expect(longest).toBeLessThan(LARGE_BYTES / 4)
    const results = async (id: string | undefined) => {
      const own = ({ conversationUUID: _id, createdAt: _at, ...others }: Record<string, unknown>) => others
      const get = async (path: string) => (await call(world.app, world.org, 'GET', `/conversations/${id}/${path}`)).body
      return [
        (await get('analysis')).data.steps.map((one: { step: string; outcome: string }) => [one.step, one.outcome]),
        own((await get('summary')).data),
        own((await get('topics')).data),
      ]
    }
    expect(await results(ids[1])).toEqual(await results(ids[0]))
  })

  it('is read in a worker, and stored as a small one is', async () => {
    const given = { ...people, conversationTitle: 'Large', applicationExternalID: 'large' }
    const body = JSON.stringify({ ...given, transcript: turns(0, MANY) })
    expect(body.length).toBeGreaterThan(LARGE_BYTES)
    const ids: string[] = []
    const longest = await longestParsed(async () => {
      const answer = await send(body)
      expect([answer.status, answer.text]).toEqual([202, expect.stringContaining('uuid')])
      ids.push(JSON.parse(answer.text).uuid)
    })
    expect(longest).toBeLessThan(LARGE_BYTES / 4)
    const small = await send({ ...given, applicationExternalID: 'small', transcript: turns(0, 4) })
    const [one, other] = [await read(ids[0] ?? ''), await read(small.body.uuid)]
    expect(one.attributes.transcript.length).toBe(MANY)
    expect(one.attributes.transcript.slice(0, 4)).toEqual(other.attributes.transcript)
    expect((await plain(ids[0] ?? '')).slice(0, 60)).toBe((await plain(small.body.uuid)).slice(0, 60))
    const known = ['title', 'externalParticipants', 'internalParticipants', 'isInternal', 'language']
    for (const name of known) expect([name, one.attributes[name]]).toEqual([name, other.attributes[name]])
    // Known by its id from then on.
    expect((await send(body)).body.uuid).toBe(ids[0])
  })

  it('is found by its words at once', async () => {
    const transcript = [
      ...turns(0, MANY),
      ...turns(MANY, 1).map((turn) => ({ ...turn, words: [{ ...turn.words[0], text: 'zymurgy' }] })),
    ]
    const { uuid } = (await send({ transcript })).body
    const found = await call(world.app, world.org, 'GET', '/search', { query: { q: 'zymurgy' } })
    expect(JSON.stringify(found.body)).toContain(uuid)
  })

  it('is masked before it is stored, where the organization wants that', async () => {
    const redaction = { mode: 'storage', kinds: ['email'], patterns: [], knowledgeSources: false }
    const path = '/organizations/redaction'
    const before = (await call(world.app, world.org, 'GET', path)).body
    const put = await call(world.app, world.org, 'PUT', path, { body: redaction })
    expect([put.status, before !== undefined]).toEqual([200, true])
    try {
      const hidden = {
        ...turns(MANY, 1)[0],
        words: [{ text: 'write to eve@example.org', startTimestamp: null, endTimestamp: null }],
      }
      const { uuid } = (await send({ transcript: [...turns(0, MANY), hidden] })).body
      const text = await plain(uuid)
      expect([text.includes('[EMAIL]'), text.includes('eve@')]).toEqual([true, false])
    } finally {
      await call(world.app, world.org, 'PUT', path, { body: { ...redaction, mode: 'off' } })
    }
  })

  it('is done once under its key', async () => {
    const body = JSON.stringify({ transcript: turns(0, MANY) })
    const headers = { 'idempotency-key': 'large-once' }
    const first = await send(body, headers)
    const again = await send(body, headers)
    expect([first.status, again.body, again.headers['idempotency-replayed']]).toEqual([202, first.body, 'true'])
    const other = await send(JSON.stringify({ transcript: turns(1, MANY) }), headers)
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused'])
  })

  it('is refused in the words that a small one is', async () => {
    const spoiled = (count: number) => [...turns(0, count), { speaker: 'A', text: 'x', start: 'never' }]
    const [large, small] = [await send({ transcript: spoiled(MANY) }), await send({ transcript: spoiled(1) })]
    expect([large.status, large.body.detail, large.body.code]).toEqual([400, small.body.detail, small.body.code])
    expect(large.body.source.pointer).toBe(small.body.source.pointer.replace('/1', `/${MANY}`))
    const broken = await send(`{"transcript":[${'1,'.repeat(LARGE_BYTES)}`)
    expect([broken.status, broken.body.detail]).toEqual([400, "The body isn't valid JSON."])
    const list = await send(JSON.stringify(turns(0, MANY)))
    expect([list.status, list.body.code]).toEqual([400, 'validation_failed'])
  })

  it('may be a line among others, a text, or a correction', async () => {
    const transcript = turns(0, MANY)
    const lines = [{ transcript: turns(0, 2) }, { transcript }].map((line) => JSON.stringify(line)).join('\n')
    const answer = await send(lines, { 'content-type': 'application/x-ndjson' })
    const [, second] = answer.text.trimEnd().split('\n')
    const { uuid } = JSON.parse(second ?? '')
    expect((await read(uuid)).attributes.transcript.length).toBe(MANY)
    const text = await send({ transcript: 'Ann Smith: Once more, with feeling.\nBob Jones: Yes.\n'.repeat(MANY * 4) })
    expect((await plain(text.body.uuid)).length).toBeGreaterThan(LARGE_BYTES)
    const corrected = await call(world.app, world.org, 'PUT', `/conversations/${uuid}/transcript`, {
      body: { transcript: turns(5, MANY + 1) },
    })
    expect([corrected.status, corrected.body.transcriptVersion]).toEqual([200, 2])
    expect((await read(uuid)).attributes.transcript.length).toBe(MANY + 1)
  })
})

describe('the texts of a large transcript', () => {
  const stagedRows = () =>
    world.app.store.owner.query<{ n: number }>('select position as n from staged_texts where organization_id = $1', [
      world.acme,
    ])

  it('are stored in pieces and joined without a change', async () => {
    const text = '🙂é'.repeat(900_000)
    const staged = {
      form: 'V1' as const,
      ...{ sourceFormat: 'text', segments: text, plain: 'short', segmentCount: 1, wordCount: 1 },
    }
    const ctx = world.app.contextFor(world.app.operator(world.acme))
    await withStagedTexts(ctx, staged, async ({ segments, plain }) => {
      expect([typeof segments, plain]).toEqual(['object', 'short'])
      const rows = await world.app.store.owner.query<{ position: number; content: string }>(
        'select position, content from staged_texts order by position',
      )
      const [whole, ...pieces] = rows
      expect(pieces.length).toBeGreaterThan(5)
      expect(Math.max(...pieces.map(({ content }) => content.length))).toBeLessThanOrEqual(256 * 1024)
      expect(whole?.content === text).toBe(true)
    })
    expect(await stagedRows()).toEqual([])
  })

  it('leave nothing behind when the import fails', async () => {
    const broken = { form: 'V1' as const, sourceFormat: 'text', segments: 'a'.repeat(3 * 1024 * 1024), plain: '' }
    const ctx = world.app.contextFor(world.app.operator(world.acme))
    const failing = withStagedTexts(ctx, { ...broken, segmentCount: 1, wordCount: 1 }, async () => {
      expect((await stagedRows()).length).toBeGreaterThan(1)
      throw new Error('broken')
    })
    await expect(failing).rejects.toThrow('broken')
    expect(await stagedRows()).toEqual([])
  })

  it('are one import for the audit log and the search', async () => {
    const transcript = turns(0, 14_000)
    const answer = await send({ conversationTitle: 'Three megabytes', transcript })
    expect(answer.status).toBe(202)
    expect((await read(answer.body.uuid)).attributes.transcript.length).toBe(transcript.length)
    const count = async (text: string) =>
      (await world.app.store.owner.query<{ n: number }>(text, [answer.body.uuid]))[0]?.n
    expect(await count('select count(*)::int as n from audit_log where entity_id = $1::text')).toBe(1)
    expect(await count('select count(*)::int as n from searched_texts where id = $1 and is_complete')).toBe(1)
    expect(await count('select count(*)::int as n from passages where text_id = $1')).toBeGreaterThan(500)
    expect(await stagedRows()).toEqual([])
  })
})

describe('the memory for large bodies', () => {
  const request = (bytes: number) => ({ headers: { 'content-length': String(bytes) } }) as unknown as FastifyRequest
  function reply() {
    const raw = Object.assign(new EventEmitter(), { closed: false })
    const headers: Record<string, unknown> = {}
    return { raw, headers, header: (name: string, value: unknown) => Object.assign(headers, { [name]: value }) }
  }
  const asReply = (one: ReturnType<typeof reply>) => one as unknown as FastifyReply
  const MIB = 1024 * 1024

  it('takes what there is room for, lets the next one wait, and refuses it after a while', async () => {
    const bodies = new LargeBodies(50 * MIB, 200)
    const [one, two, three] = [reply(), reply(), reply()]
    await bodies.admit(request(30 * MIB), asReply(one), 32 * MIB)
    await bodies.admit(request(1024), asReply(reply()), 32 * MIB)
    await expect(bodies.admit(request(30 * MIB), asReply(two), 32 * MIB)).rejects.toMatchObject({ kind: 'unavailable' })
    expect(two.headers).toEqual({ 'retry-after': 30 })
    const third = bodies.admit(request(30 * MIB), asReply(three), 32 * MIB)
    one.raw.emit('close')
    await third
    // One of unknown length counts as the largest that is taken.
    const unknown = { headers: {} } as unknown as FastifyRequest
    await expect(bodies.admit(unknown, asReply(reply()), 32 * MIB)).rejects.toMatchObject({ code: 'busy' })
  })
})
