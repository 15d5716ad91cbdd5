import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { fileForm } from '../../../testing/file-form.ts'
import { attributesOf, TONE } from '../../../testing/recordings-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'
import { type TestEntry, zipArchive } from '../../../testing/zip-archive.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const send = (
  files: Buffer | Readonly<Record<string, string | Buffer>>,
  caller?: Caller,
  fields = {},
  headers = {},
) => {
  const archive = Buffer.isBuffer(files)
    ? files
    : zipArchive(Object.entries(files).map(([name, content]): TestEntry => ({ name, content, method: 8 })))
  const form = fileForm('calls.zip', archive, fields)
  return call(world.app, caller ?? world.bob, 'POST', '/conversations/import/archive', {
    ...form,
    headers: { ...form.headers, ...headers },
  })
}
const count = async () => (await call(world.app, world.org, 'GET', '/conversations/list')).body.meta.totalRecords

let number = 0
/** A text that no other test imports. */
const talk = () => `Bob: Shall we begin with number ${++number}?\nAnn: Yes, let us.\n`
const timed = (text: string) =>
  `WEBVTT\n\n00:01.000 --> 00:03.000\n<v Bob>${text}\n\n00:04.000 --> 00:05.000\n<v Ann>Yes.\n`

describe('does', () => {
  it('imports pairs, single files and several lines, and names what it left out', async () => {
    const words = `Shall we begin with number ${++number}?`
    const lines = [1, 2].map((id) =>
      JSON.stringify({ segments: [{ speaker: 'Bob', text: `Line ${id} of ${++number}` }] }),
    )
    const before = await count()
    const answer = await send({
      'calls/Kickoff.vtt': timed(words),
      'calls/Kickoff.txt': words,
      'calls/Kickoff.mp3': TONE,
      'calls/Kickoff.pdf': '%PDF-1.4',
      'Budget.txt': talk(),
      'all.jsonl': lines.join('\n'),
      'inner.zip': zipArchive([]),
      'notes.exe': 'x',
      '.DS_Store': 'x',
      '__MACOSX/calls/._Kickoff.vtt': 'x',
    })
    expect(answer.status).toBe(202)
    const { body } = answer
    expect(body).toMatchObject({ imported: 4, known: 0, failed: 0, manifest: null })
    const reading = { form: 'WebVTT', taken: expect.arrayContaining(['2 segments', '2 speakers']) }
    expect(body.conversations).toEqual([
      expect.objectContaining({ transcript: 'Budget.txt', recording: null, leftOut: [], error: null }),
      expect.objectContaining({ transcript: 'all.jsonl', line: 1, uuid: expect.any(String), isNew: true }),
      expect.objectContaining({ transcript: 'all.jsonl', line: 2, uuid: expect.any(String), isNew: true }),
      expect.objectContaining({
        ...{ transcript: 'calls/Kickoff.vtt', recording: 'calls/Kickoff.mp3', leftOut: ['calls/Kickoff.txt'] },
        reading: expect.objectContaining(reading),
      }),
    ])
    expect(body.leftOut).toEqual([
      { file: 'calls/Kickoff.pdf', reason: 'unknown_form' },
      { file: 'inner.zip', reason: 'archive' },
      { file: 'notes.exe', reason: 'unknown_form' },
    ])
    expect(await count()).toBe(before + 4)
    const kickoff = body.conversations[3].uuid
    expect(await attributesOf(world, kickoff)).toMatchObject({ title: 'Kickoff', transcriptStatus: 'completed' })
    const media = await call(world.app, world.bob, 'GET', `/conversations/${kickoff}/media`)
    expect(media.status).toBe(200)
  })

  it('imports each conversation once, if the same archive is sent several times at the same time', async () => {
    const files: Record<string, string | Buffer> = {}
    for (const name of 'abcdefgh') files[`${name}.txt`] = talk()
    files['tone.mp3'] = Buffer.concat([TONE, Buffer.from(`${++number}`)])
    files['pair.vtt'] = timed(`Shall we begin with number ${++number}?`)
    files['pair.mp3'] = Buffer.concat([TONE, Buffer.from(`${++number}`)])
    files['zz.jsonl'] = [1, 2]
      .map((id) => JSON.stringify({ segments: [{ speaker: 'Bob', text: `Line ${id} of ${++number}` }] }))
      .join('\n')
    const before = await count()
    const answers = await Promise.all([send(files), send(files), send(files, world.alice)])
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202])
    const bodies = answers.map(({ body }) => body)
    expect(bodies.map(({ failed }) => failed)).toEqual([0, 0, 0])
    expect(bodies.reduce((sum, { imported }) => sum + imported, 0)).toBe(12)
    expect(await count()).toBe(before + 12)
    const ids = bodies.map(({ conversations }) => conversations.map(({ uuid }: { uuid: string }) => uuid))
    expect(new Set(ids.flat()).size).toBe(12)
    expect(ids[1]).toEqual(ids[0])
  })

  it('changes nothing when it is repeated, and answers the same with an idempotency key', async () => {
    const files = { 'a.txt': talk(), 'b.mp3': Buffer.concat([TONE, Buffer.from(`${++number}`)]) }
    const key = { 'idempotency-key': `archive-${number}` }
    const first = await send(files, world.bob, {}, key)
    expect(first.body).toMatchObject({ imported: 2, known: 0 })
    expect((await send(files, world.bob, {}, key)).body).toEqual(first.body)
    const again = await send(files)
    expect(again.body).toMatchObject({ imported: 0, known: 2, failed: 0 })
    const ids = (body: { conversations: { uuid: string }[] }) => body.conversations.map(({ uuid }) => uuid)
    expect(ids(again.body)).toEqual(ids(first.body))
    expect(first.body.conversations[1].reading).toBeNull()
    expect(await attributesOf(world, ids(first.body)[1] ?? '')).toMatchObject({
      title: 'b',
      transcriptStatus: 'pending',
    })
  })

  it('follows the manifest, and the fields of the request', async () => {
    const manifest =
      'file,title,date,owner,participants\n' +
      'a.txt,Renewal,2026-03-17,carol@acme.example,Ana <ana@customer.example>\n' +
      'missing.txt,Nothing,,,\n'
    const files = { 'manifest.csv': manifest, 'a.txt': talk(), 'b.txt': talk() }
    const { body } = await send(files, world.alice, { private: 'true', applicationName: 'recorder' })
    expect(body.manifest).toEqual({ file: 'manifest.csv', faults: [{ line: 3, message: expect.any(String) }] })
    const [first, second] = body.conversations
    expect(await attributesOf(world, first.uuid)).toMatchObject({
      ...{ title: 'Renewal', userUUID: world.carol.userId, private: true },
      participants: [{ email: 'ana@customer.example' }],
    })
    expect(await attributesOf(world, second.uuid)).toMatchObject({ userUUID: world.alice.userId, title: 'b' })
  })

  it('imports the others if a conversation is refused, completely or not at all', async () => {
    const before = await count()
    const broken = zipArchive([
      { name: 'damaged.mp3', content: TONE, checksum: 1 },
      { name: 'damaged.txt', content: talk() },
      { name: 'no-sound.mp3', content: 'This is not sound.' },
      { name: 'no-sound.txt', content: talk() },
      { name: 'good.txt', content: talk() },
      { name: 'empty.json', content: '{"rows": []}' },
    ])
    const { status, body } = await send(broken)
    expect([status, body.imported, body.failed]).toEqual([202, 1, 3])
    const errors = body.conversations.map((one: { transcript: string; uuid: string | null; error: string | null }) => [
      one.transcript,
      one.uuid === null,
      one.error,
    ])
    expect(errors).toEqual([
      ['damaged.txt', true, expect.stringContaining('damaged')],
      ['empty.json', true, expect.any(String)],
      ['good.txt', false, null],
      ['no-sound.txt', true, expect.stringContaining('audio or video')],
    ])
    expect(await count()).toBe(before + 1)
  })

  it('writes an audit entry for each conversation', async () => {
    const { body } = await send({ 'a.txt': talk(), 'b.txt': talk() })
    const log = await call(world.app, world.alice, 'GET', '/audit-log', { query: { operation: 'importArchive' } })
    const entries = log.body.data.slice(0, 2).map((entry: { targets?: unknown }) => JSON.stringify(entry))
    for (const { uuid } of body.conversations) {
      expect(entries.filter((entry: string) => entry.includes(uuid))).toHaveLength(1)
    }
  })
})

describe('refuses', () => {
  it.each<[string, () => Buffer, RegExp]>([
    ['a path above', () => zipArchive([{ name: '../a.txt', content: talk() }]), /parts/],
    ['a bomb', () => zipArchive([{ name: 'a.txt', content: Buffer.alloc(17 * 1024 ** 2) }]), /200 times/],
    ['an encrypted file', () => zipArchive([{ name: 'a.txt', content: talk(), flags: 0x0801 }]), /encrypted/],
    ['no archive', () => Buffer.from('Hello'), /damaged/],
    ['an archive without conversations', () => zipArchive([{ name: 'a.exe', content: 'x' }]), /neither/],
    [
      'a wrong manifest',
      () =>
        zipArchive([
          { name: 'manifest.csv', content: 'what\n' },
          { name: 'a.txt', content: talk() },
        ]),
      /manifest/,
    ],
    [
      'a damaged transcript',
      () =>
        zipArchive([
          { name: 'a.txt', content: talk() },
          { name: 'b.txt', content: talk(), checksum: 1 },
        ]),
      /damaged/,
    ],
  ])('%s, and imports nothing', async (_, make, message) => {
    const before = await count()
    const answer = await send(make())
    expect([answer.status, answer.body.source?.pointer ?? answer.body.errors?.[0]?.source.pointer]).toEqual([
      400,
      '/file',
    ])
    expect(answer.text).toMatch(message)
    expect(await count()).toBe(before)
  })

  it('a request without an archive, and an owner whom only admins may state', async () => {
    const empty = await call(world.app, world.bob, 'POST', '/conversations/import/archive', { body: {} })
    expect([empty.status, empty.text]).toEqual([400, expect.stringContaining('A ZIP archive is required')])
    const before = await count()
    expect((await send({ 'a.txt': talk() }, world.bob, { userID: world.carol.userId })).status).toBe(403)
    expect((await send({ 'a.txt': talk() }, world.alice, { userEmail: 'nobody@acme.example' })).status).toBe(400)
    expect(await count()).toBe(before)
  })
})

describe('who may', () => {
  it('is everybody with a key that may write, for its own organization', async () => {
    expect((await send({ 'a.txt': talk() }, world.org)).status).toBe(202)
    const { body } = await send({ 'a.txt': talk() }, world.mallory)
    const path = `/conversations/${body.conversations[0].uuid}`
    expect((await call(world.app, world.mallory, 'GET', path)).status).toBe(200)
    expect((await call(world.app, world.org, 'GET', path)).status).toBe(404)
  })

  it('is nobody without a key', async () => {
    const form = fileForm('calls.zip', zipArchive([]))
    expect((await call(world.app, undefined, 'POST', '/conversations/import/archive', form)).status).toBe(401)
  })
})
