import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../../testing/call.ts'
import { fileForm } from '../../../../testing/file-form.ts'
import { importFor } from '../../../../testing/import-fixtures.ts'
import { guardsConversations, refusedField, storedOf } from '../../../../testing/refusals.ts'
import { wave } from '../../../../testing/sound.ts'
import { wordDocument } from '../../../../testing/word-document.ts'
import { type Caller, createWorld, type World } from '../../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const put = (caller: Caller | undefined, id: string, body: unknown) =>
  call(world.app, caller, 'PUT', `/conversations/${id}/transcript`, { body })
const putFile = (id: string, name: string, content: Buffer | string, fields: Record<string, string> = {}) =>
  call(world.app, world.bob, 'PUT', `/conversations/${id}/transcript`, fileForm(name, content, fields))
const attributesOf = async (id: string) =>
  (await call(world.app, world.org, 'GET', `/conversations/${id}`)).body.attributes
const said = (sentence: string) => ({ final: [{ speaker: 'Bob', sentence, startTimestamp: 0, endTimestamp: 1 }] })

interface Version {
  version: number
  plain: string
  created_by: string | null
}
const versionsOf = (id: string) =>
  world.app.store.owner.query<Version>(
    'select version, plain, created_by from transcripts where conversation_id = $1 order by version',
    [id],
  )

describe('does', () => {
  it('stores the correction as a new version, makes it the current one and keeps those before', async () => {
    const id = await importFor(world, { transcript: said('One.') })
    const answer = await put(world.bob, id, { transcript: said('Two.') })
    expect([answer.status, answer.body]).toEqual([200, { success: true, transcriptVersion: 2 }])
    expect((await put(world.org, id, { transcript: said('Three.') })).body.transcriptVersion).toBe(3)
    expect(await attributesOf(id)).toMatchObject({ transcript: 'Bob: Three.', transcriptVersion: 3 })
    expect(await versionsOf(id)).toEqual([
      { version: 1, plain: 'Bob: One.', created_by: null },
      { version: 2, plain: 'Bob: Two.', created_by: world.bob.userId },
      { version: 3, plain: 'Bob: Three.', created_by: null },
    ])
  })

  it.each(['analyzed', 'failed'])('makes a conversation that was %s pending again', async (state) => {
    const id = await importFor(world)
    await world.app.store.owner.query('update conversations set processing_status = $1 where id = $2', [state, id])
    expect((await attributesOf(id)).processingStatus).toBe(state)
    await put(world.bob, id, { transcript: said('Corrected.') })
    expect((await attributesOf(id)).processingStatus).toBe('pending')
  })

  it('takes a transcript file, read as an import reads it', async () => {
    const id = await importFor(world, { transcript: undefined, mediaURL: 'https://media.example/b.mp3' })
    const answer = await putFile(id, 'captions.vtt', 'WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ann>From a file.</v>\n')
    expect([answer.status, answer.body]).toEqual([200, { success: true, transcriptVersion: 1 }])
    expect(await attributesOf(id)).toMatchObject({ transcript: 'Ann: From a file.', transcriptVersion: 1 })
    const document = await wordDocument(['Ann Lee   0:03', 'Shall we begin?', 'Bob Ray   0:06', 'Yes.'])
    expect((await putFile(id, 'Kick-off.docx', document)).body).toEqual({ success: true, transcriptVersion: 2 })
    expect((await attributesOf(id)).transcript).toBe('Ann Lee: Shall we begin?\nBob Ray: Yes.')
  })

  it('gives a transcript to a conversation that had none', async () => {
    const id = await importFor(world, { transcript: undefined, mediaURL: 'https://media.example/a.mp3' })
    expect(await attributesOf(id)).toMatchObject({ isEmpty: true, transcriptStatus: 'pending', transcript: null })
    expect((await put(world.bob, id, { transcript: said('At last.') })).body.transcriptVersion).toBe(1)
    expect(await attributesOf(id)).toMatchObject({
      isEmpty: false,
      transcriptStatus: 'completed',
      transcript: 'Bob: At last.',
    })
  })

  it('gives every one of eight corrections at once a version of its own', async () => {
    const id = await importFor(world)
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) => put(world.bob, id, { transcript: said(`Number ${i}.`) })),
    )
    const versions = answers.map(({ body }) => body.transcriptVersion)
    expect(versions.toSorted((a, b) => a - b)).toEqual([2, 3, 4, 5, 6, 7, 8, 9])
    const current = await attributesOf(id)
    expect(current.transcriptVersion).toBe(9)
    expect(current.transcript).toBe(`Bob: Number ${versions.indexOf(9)}.`)
  })
})

describe('refuses', () => {
  it('a body without a transcript', async () => {
    const id = await importFor(world)
    const before = await storedOf(world, id)
    const answer = await put(world.bob, id, {})
    expect([answer.status, answer.body]).toEqual([400, refusedField('/transcript')])
    expect(await storedOf(world, id)).toEqual(before)
  })

  it.each([[7], [null], [true], [{ nonsense: true }], [{ final: 'x' }], ['']])(
    'the transcript %j, which is in no form, and changes nothing',
    async (transcript) => {
      const id = await importFor(world)
      const before = await storedOf(world, id)
      const answer = await put(world.bob, id, { transcript })
      expect(answer.status).toBe(400)
      expect(answer.body.code).toBe('validation_failed')
      expect(answer.body.source.pointer).toMatch(/^\/transcript/)
      expect(await storedOf(world, id)).toEqual(before)
    },
  )
})

describe('refuses a file', () => {
  it.each([
    ['a recording', 'call.wav', wave({ seconds: 0.1 }), '/file', /neither text nor a Word document/],
    ['an empty file', 'empty.txt', '', '/file', /empty/],
    ['text without speakers', 'notes.txt', 'We talked for a while.\nIt was fine.', '/file', /./],
    ['a spreadsheet', 'a.xlsx', wordDocument(['1'], 'xl/workbook.xml'), '/file', /an Office document other than Word/],
  ])('%s, and stores nothing', async (_, name, content, pointer, detail) => {
    const id = await importFor(world)
    const before = await storedOf(world, id)
    const { status, body } = await putFile(id, name, await content)
    expect([status, body]).toEqual([400, refusedField(pointer)])
    expect(body.errors?.[0]?.detail ?? body.detail).toMatch(detail)
    expect(await storedOf(world, id)).toEqual(before)
  })

  it('beside a transcript in the field', async () => {
    const id = await importFor(world)
    const answer = await putFile(id, 'a.txt', 'Ann: One.\nBob: Two.\n', { transcript: 'Ann: Other.' })
    expect([answer.status, answer.body]).toEqual([400, refusedField('/file')])
    expect((await attributesOf(id)).transcriptVersion).toBe(1)
  })
})

describe('who may', () => {
  guardsConversations(
    () => world,
    (caller, id) => put(caller, id, { transcript: said('Corrected.') }),
  )

  it('is everyone who sees the conversation', async () => {
    const id = await importFor(world)
    for (const caller of [world.org, world.alice, world.mark, world.bob]) {
      expect((await put(caller, id, { transcript: said('Corrected.') })).status).toBe(200)
    }
  })
})
