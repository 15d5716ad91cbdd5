/** A file that is sent along is the recording or the transcript, as its content says. */
import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../../testing/call.ts'
import { fileForm } from '../../../../testing/file-form.ts'
import { attributesOf, TONE } from '../../../../testing/recordings-fixtures.ts'
import { refusedField } from '../../../../testing/refusals.ts'
import { wordDocument } from '../../../../testing/word-document.ts'
import { type Caller, createWorld, type World } from '../../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const send = (
  name: string,
  content: Buffer | string,
  fields: Record<string, string> = {},
  caller: Caller = world.bob,
) => call(world.app, caller, 'POST', '/conversations/import', fileForm(name, content, fields))

const count = async () => (await call(world.app, world.org, 'GET', '/conversations/list')).body.meta.totalRecords

const SRT = '1\n00:00:01,000 --> 00:00:03,000\nBob: Shall we begin?\n'

describe('does', () => {
  it.each([
    ['SRT', 'Kick-off.srt', SRT, 1],
    ['WebVTT', 'Kick-off.vtt', 'WEBVTT\n\n00:01.000 --> 00:03.000\n<v Bob>Shall we begin?\n', 1],
    ['lines with names', 'Kick-off.txt', 'Bob: Shall we begin?\nAnn: Yes, let us.\n', null],
    ['our JSON', 'Kick-off.json', '{"segments":[{"speaker":"Bob","text":"Shall we begin?","start":1,"end":3}]}', 1],
    ['UTF-16 with its mark', 'Kick-off.txt', Buffer.from('\ufeffBob: Shall we begin?\nAnn: Yes.\n', 'utf16le'), null],
  ])('takes a transcript as a file: %s', async (_, name, content, start) => {
    const answer = await send(name, content)
    expect([answer.status, answer.body]).toEqual([202, { uuid: expect.any(String), reading: expect.any(Object) }])
    const flags = { query: { detailedTranscript: 'true' } }
    const { attributes } = (await call(world.app, world.bob, 'GET', `/conversations/${answer.body.uuid}`, flags)).body
    expect(attributes).toMatchObject({ title: 'Kick-off', transcriptStatus: 'completed', isEmpty: false })
    expect(attributes.transcript[0]).toMatchObject({ speaker: { name: 'Bob' }, start })
  })

  it('takes a text of an older program, and names its encoding', async () => {
    const text =
      'Jörg: Guten Tag, wir möchten über das Angebot sprechen.\nBob: Schön, das ist auch für uns nicht zu früh.\n'
    for (const filler of ['', `Jörg: ${'Das ist alles noch nicht sicher. '.repeat(10_000)}\nBob: Gut.\n`]) {
      const answer = await send('Kick-off.txt', Buffer.from(text + filler, 'latin1'))
      expect([answer.status, answer.body.reading]).toMatchObject([202, { encoding: 'Windows-1252' }])
      const flags = { query: { detailedTranscript: 'true' } }
      const { attributes } = (await call(world.app, world.bob, 'GET', `/conversations/${answer.body.uuid}`, flags)).body
      expect(attributes.transcript[0]).toMatchObject({ speaker: { name: 'Jörg' } })
      expect(attributes.transcript[0].words[0].text).toContain('möchten')
    }
    const refused = await send('Kick-off.txt', Buffer.from('Jörg: Ärgerlich.\nBob: Schön.\n', 'latin1'))
    expect(refused.status).toBe(400)
    expect(refused.text).toContain('save it with the encoding UTF-8')
  })

  it('takes a Word document, as Teams downloads it', async () => {
    const lines = ['Kick-off-20260317_093000-Meeting Recording', '17 March 2026, 09:30am', '1m 5s']
    const turns = ['Bob Ray started transcription', 'Bob Ray   0:03', 'Shall we begin?', 'Ann Lee   0:06', 'Yes.']
    const answer = await send('download.docx', await wordDocument([...lines, ...turns]))
    expect([answer.status, answer.body]).toEqual([202, { uuid: expect.any(String), reading: expect.any(Object) }])
    const flags = { query: { detailedTranscript: 'true' } }
    const { attributes } = (await call(world.app, world.bob, 'GET', `/conversations/${answer.body.uuid}`, flags)).body
    expect(attributes).toMatchObject({ title: 'Kick-off', transcriptStatus: 'completed' })
    const spoken = attributes.transcript.map((one: { speaker: { name: string }; start: number }) => [
      one.speaker.name,
      one.start,
    ])
    expect(spoken).toEqual([
      ['Bob Ray', 3],
      ['Ann Lee', 6],
    ])
  })

  it('takes the title given before the name of the file, and keeps no recording', async () => {
    const { body } = await send('Kick-off.srt', SRT, { conversationTitle: 'Opening' })
    expect((await attributesOf(world, body.uuid)).title).toBe('Opening')
    expect((await call(world.app, world.bob, 'GET', `/conversations/${body.uuid}/media`)).status).toBe(404)
  })

  it('takes a recording as before', async () => {
    const { body } = await send('Call.wav', TONE)
    expect(await attributesOf(world, body.uuid)).toMatchObject({ title: 'Call', transcriptStatus: 'pending' })
  })
})

describe('refuses', () => {
  it.each([
    ['broken subtitles, with the line', 'a.srt', '1\n00:00:05,000 --> nonsense\nBob: Hello\n', '/file', /^Line 2: /],
    ['broken JSON, with the line', 'a.json', '{"segments": [\n{"speaker": "Bob"', '/file', /^Line 2: /],
    ['JSON of another kind', 'a.json', '{"rows": []}', '/file', /none of the supported transcript forms/],
    ['a web page', 'a.html', '<!doctype html><title>Bob</title>', '/file', /neither a recording nor a transcript/],
    ['bytes that are nothing', 'a.bin', Buffer.from([0, 1, 2, 255, 254]), '/file', /not an audio or video file/],
    ['an empty file', 'a.txt', '', '/file', /empty/],
    [
      'a document with more text than a transcript can have',
      'a.docx',
      wordDocument(['a'.repeat(33 * 1024 * 1024)]),
      '/file',
      /more than 32 MiB\. Split it/,
    ],
    ['a spreadsheet', 'a.xlsx', wordDocument(['1'], 'xl/workbook.xml'), '/file', /an Office document other than Word/],
    [
      'a damaged document',
      'a.docx',
      'PK\u0003\u0004 and nothing else',
      '/file',
      /damaged ZIP archive or Word document/,
    ],
  ])('%s, and keeps nothing', async (_, name, content, pointer, words) => {
    const before = await count()
    const answer = await send(name, await content)
    expect([answer.status, answer.body]).toEqual([400, expect.objectContaining(refusedField(pointer))])
    expect(answer.body.detail).toMatch(words)
    expect(await count()).toBe(before)
  })
})
