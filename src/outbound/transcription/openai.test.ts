import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Secret } from '../../core/config.ts'
import type { Recording } from '../../core/transcriber.ts'
import { wave } from '../../testing/sound.ts'
import { createTranscriberServer, heardOf, type TranscriberServer } from '../../testing/transcriber-server.ts'
import type { Ffmpeg } from '../media/ffmpeg.ts'
import { createServerTranscriber } from './openai.ts'

let server: TranscriberServer
let folder: string
let recording: Recording
const content = wave({ seconds: 0.5 })
beforeAll(async () => {
  server = await createTranscriberServer()
  folder = await mkdtemp(join(tmpdir(), 'parley-test-'))
  const path = join(folder, 'file')
  await writeFile(path, content)
  recording = { path, contentType: 'audio/wav', size: content.length, hasVideo: false, duration: 0.5 }
})
afterAll(() => rm(folder, { recursive: true, force: true }))
beforeEach(() => {
  server.requests.length = 0
  server.bytesMax = Number.POSITIVE_INFINITY
})

const MIB = 1024 * 1024
interface Given {
  model?: string
  key?: string
  bytesMax?: number
  timeoutSeconds?: number
  ffmpeg?: Ffmpeg
}
const transcriberOf = ({ model = 'whisper-1', key, bytesMax = 25 * MIB, timeoutSeconds = 10, ffmpeg }: Given = {}) =>
  createServerTranscriber(
    {
      provider: 'openai',
      url: server.url,
      key: key === undefined ? undefined : new Secret(key),
      model,
      bytesMax,
      timeoutSeconds,
      speakersFolder: undefined,
    },
    { ffmpeg, firstWaitMs: 1 },
  )
const never = new AbortController().signal
const hear = async (given: Given = {}, of: Partial<Recording> = {}, language: string | null = null) =>
  (await transcriberOf(given)).transcribe({ ...recording, ...of }, { language, signal: never })
const faultOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'none',
    (error: { name: string; kind?: string }) => error.kind ?? error.name,
  )

describe('does', () => {
  it('sends the file as it is, with what is wanted, and gives back what was heard', async () => {
    server.script = () => ({ body: heardOf([0, 1, 'Good morning, Ann.'], [1.5, 2, 'Hello.']) })
    const heard = await hear({ key: 'secret-key' }, {}, 'en-GB')
    expect(heard).toEqual({
      language: 'en',
      segments: [
        { text: 'Good morning, Ann.', start: 0, end: 1, speaker: null },
        { text: 'Hello.', start: 1.5, end: 2, speaker: null },
      ],
      words: [
        { text: 'Good', start: 0, end: 0.333 },
        { text: 'morning', start: 0.333, end: 0.667 },
        { text: 'Ann', start: 0.667, end: 1 },
        { text: 'Hello', start: 1.5, end: 2 },
      ],
    })
    const [request] = server.requests
    expect(request?.path).toBe('/v1/audio/transcriptions')
    expect(request?.headers.authorization).toBe('Bearer secret-key')
    expect(request?.fields).toEqual([
      ['model', 'whisper-1'],
      ['response_format', 'verbose_json'],
      ['timestamp_granularities[]', 'word'],
      ['timestamp_granularities[]', 'segment'],
      ['language', 'en'],
    ])
    expect(request?.file.name).toBe('recording.wav')
    expect(request?.file.content.equals(content)).toBe(true)
  })

  it('asks for less of a model that tells no times, and remembers', async () => {
    server.script = ({ fields }) =>
      fields.some(([, value]) => value === 'verbose_json')
        ? { status: 400, body: { error: { message: "response_format 'verbose_json' is not compatible" } } }
        : { body: { text: 'Good morning. How are you?' } }
    const transcriber = await transcriberOf({ model: 'gpt-4o-transcribe' })
    const ask = () => transcriber.transcribe(recording, { language: null, signal: never })
    const heard = {
      language: null,
      words: [],
      segments: [{ text: 'Good morning. How are you?', start: null, end: null, speaker: null }],
    }
    expect(await ask()).toEqual(heard)
    expect(await ask()).toEqual(heard)
    expect(server.requests.map(({ fields }) => fields[1])).toEqual([
      ['response_format', 'verbose_json'],
      ['response_format', 'json'],
      ['response_format', 'json'],
    ])
  })

  it('asks a model that tells speakers apart for them', async () => {
    server.script = () => ({
      body: {
        text: 'Hi. Hello.',
        segments: [
          { type: 'transcript.text.segment', id: 's1', start: 0, end: 0.5, text: 'Hi.', speaker: 'A' },
          { type: 'transcript.text.segment', id: 's2', start: 0.5, end: 1, text: 'Hello.', speaker: 'B' },
        ],
      },
    })
    const heard = await hear({ model: 'gpt-4o-transcribe-diarize' })
    expect(heard.segments.map(({ speaker }) => speaker)).toEqual(['A', 'B'])
    expect(server.requests[0]?.fields).toContainEqual(['response_format', 'diarized_json'])
  })

  it('makes small what is too large or has a picture, and puts the pieces together by their times', async () => {
    const asked: number[] = []
    const ffmpeg: Ffmpeg = {
      toWave: () => Promise.reject(new Error('not wanted')),
      toStereoWave: () => Promise.reject(new Error('not wanted')),
      async compress(_, into, seconds) {
        asked.push(seconds)
        const pieces = [0, 90.5].map((offset, i) => ({ path: join(into, `piece-${i}.ogg`), offset }))
        for (const { path } of pieces) await writeFile(path, 'small')
        return pieces
      },
    }
    server.script = ({ number }) => ({
      body: {
        ...heardOf([1, 2, `Part ${number}.`]),
        segments: [{ start: 1, end: 2, text: `Part ${number}.`, speaker: 'A' }],
      },
    })
    const heard = await hear({ ffmpeg, bytesMax: MIB }, { size: 2 * MIB })
    expect(heard.segments).toEqual([
      { text: 'Part 1.', start: 1, end: 2, speaker: 'A (part 1)' },
      { text: 'Part 2.', start: 91.5, end: 92.5, speaker: 'A (part 2)' },
    ])
    expect(heard.words.map(({ start }) => start)).toEqual([1, 1.5, 91.5, 92])
    expect(server.requests.map(({ file }) => [file.name, file.content.toString()])).toEqual([
      ['recording.ogg', 'small'],
      ['recording.ogg', 'small'],
    ])
    // The size of a part of this length stays below the limit of the server.
    expect((asked[0] ?? 0) * 32_000 * 1.25).toBeLessThanOrEqual(MIB * 8)
    await hear({ ffmpeg }, { hasVideo: true, contentType: 'video/mp4' })
    expect(asked).toHaveLength(2)
  })

  it.each([
    ['a server that is busy', { status: 429, headers: { 'retry-after': '0' } }],
    ['a server that fails', { status: 503, headers: { 'retry-after-ms': '1' } }],
    ['a connection that ends', { drops: true as const }],
  ])('asks again after %s', async (_, reply) => {
    server.script = ({ number }) => (number < 3 ? reply : { body: heardOf([0, 1, 'At last.']) })
    expect((await hear()).segments.map(({ text }) => text)).toEqual(['At last.'])
    expect(server.requests).toHaveLength(3)
  })

  it('leaves no file behind, and ends when it is told to', async () => {
    const ended = new AbortController()
    server.script = () => ({ afterMs: 5_000 })
    const asked = (await transcriberOf()).transcribe(recording, { language: null, signal: ended.signal })
    setTimeout(() => ended.abort(new Error('The process ends.')), 50)
    await expect(asked).rejects.toThrow('The process ends.')
    expect((await stat(recording.path)).size).toBe(content.length)
  })
})

describe('refuses', () => {
  it.each([
    ['a key that is not taken', { status: 401 }, 'unavailable'],
    ['an address without it', { status: 404 }, 'unavailable'],
    ['a server that never can', { status: 500, headers: { 'retry-after': '0' } }, 'unavailable'],
    ['one that asks for an hour', { status: 429, headers: { 'retry-after': '3600' } }, 'unavailable'],
    ['a redirect', { status: 302, headers: { location: 'http://127.0.0.1:1/' } }, 'unavailable'],
    ['a file that it does not take', { status: 400, body: { error: { message: 'Invalid file format.' } } }, 'refused'],
    ['a file that is too large for it', { status: 413 }, 'too_large'],
    ['an answer that is no JSON', { body: '<html>Welcome</html>' }, 'wrong'],
    ['an answer of another shape', { body: { segments: 'none' } }, 'wrong'],
    ['an answer without text', { body: { language: 'en' } }, 'wrong'],
    ['times that are none', { body: { text: 'x', segments: [{ text: 'x', start: -5, end: 1e99 }] } }, 'wrong'],
  ])('%s', async (_, reply, kind) => {
    server.script = () => reply
    expect(await faultOf(hear())).toBe(kind)
  })

  it('a file that is refused before it was sent to its end', async () => {
    server.bytesMax = 1_000
    expect(await faultOf(hear())).toBe('too_large')
  })

  it('a file that is too large, or of a form that is not taken, where there is no ffmpeg', async () => {
    expect(await faultOf(hear({ bytesMax: MIB }, { size: 2 * MIB }))).toBe('too_large')
    expect(await faultOf(hear({}, { contentType: 'video/x-msvideo' }))).toBe('form')
    expect(server.requests).toEqual([])
  })

  it('to wait for longer than it is given, and to tell anything of the address', async () => {
    server.script = () => ({ afterMs: 5_000 })
    const fault = await hear({ timeoutSeconds: 0.05 }).catch((error: Error) => error)
    expect(fault).toMatchObject({
      kind: 'unavailable',
      message: 'The transcription failed: it took too long.',
    })
  })
})
