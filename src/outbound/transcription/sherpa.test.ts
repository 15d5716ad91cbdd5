import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Recording, Transcriber } from '../../core/transcriber.ts'
import { wave } from '../../testing/sound.ts'
import { TWO_VOICES, writeRecognizer, writeSpeakerModels } from '../../testing/speech-models.ts'
import { startEngine } from './sherpa/engine.ts'
import { openSherpaTranscriber } from './sherpa.ts'
import { addSpeakers } from './speakers.ts'

const log = { info: () => {}, warn: () => {}, error: () => {} }
const never = new AbortController().signal
const CALL: Recording = { path: TWO_VOICES, contentType: 'audio/wav', size: 1, hasVideo: false, duration: 9.9 }

let folder: string
let model: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-test-'))
  model = await writeRecognizer(join(folder, 'zipformer'))
})
const opened: Transcriber[] = []
afterAll(async () => {
  await Promise.all(opened.map((one) => one.close()))
  await rm(folder, { recursive: true, force: true })
})

async function open(path = model, options = {}): Promise<Transcriber> {
  const transcriber = await openSherpaTranscriber({ folder: path, timeoutSeconds: 60 }, log, { path: '', ...options })
  opened.push(transcriber)
  return transcriber
}

describe('a transcriber of sherpa-onnx', () => {
  it('recognizes what is said where Silero finds speech, with times of words', async () => {
    const heard = await (await open()).transcribe(CALL, { language: 'en-GB', signal: never })
    expect(heard.segments).toHaveLength(3)
    expect(heard.segments.map(({ start }) => Math.round(start ?? -1))).toEqual([0, 4, 8])
    for (const { text, start, end, speaker } of heard.segments) {
      expect(text).toMatch(/^(?:low|high)(?: (?:low|high))*$/)
      expect(end).toBeGreaterThan(start ?? 0)
      expect(speaker).toBeNull()
    }
    // Pauses between the sentences contain nothing.
    const inPauses = heard.words.filter(({ start }) => (start > 3 && start < 3.9) || (start > 6.7 && start < 7))
    expect(inPauses).toEqual([])
    expect(heard.words.map(({ text }) => text).join(' ')).toBe(heard.segments.map(({ text }) => text).join(' '))
    const times = heard.words.map(({ start }) => start)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(heard.language).toBe('en')
  })

  it('recognizes nothing in a recording without speech', async () => {
    const path = join(folder, 'tone.wav')
    await writeFile(path, wave({ seconds: 3 }, { seconds: 2, hertz: 0 }))
    const heard = await (await open()).transcribe({ ...CALL, path }, { language: null, signal: never })
    expect(heard).toEqual({ segments: [], words: [], language: null })
  })

  it('is named after its folder, and stops if the job does', async () => {
    const transcriber = await open()
    expect(transcriber.name).toBe('folder/zipformer')
    const stop = new AbortController()
    const asked = transcriber.transcribe(CALL, { language: null, signal: stop.signal })
    stop.abort(new Error('The job was stopped.'))
    await expect(asked).rejects.toThrow('The job was stopped.')
  })

  it('reports a model that the native code refuses, with the messages of the code in the log', async () => {
    const broken = await writeRecognizer(join(folder, 'broken'))
    await writeFile(join(broken, 'tokens.txt'), 'no number')
    const errors: unknown[] = []
    const noting = { ...log, error: (about: unknown) => errors.push(about) }
    const transcriber = await openSherpaTranscriber({ folder: broken, timeoutSeconds: 60 }, noting, { path: '' })
    opened.push(transcriber)
    const asked = transcriber.transcribe(CALL, { language: null, signal: never })
    await expect(asked).rejects.toMatchObject({ kind: 'wrong' })
    expect(JSON.stringify(errors)).toContain('Error: no number')
  })

  it('can be tried again if its process ends after the model was loaded', async () => {
    const program = join(folder, 'killed.mjs')
    await writeFile(program, "process.on('message', () => process.send('loaded', () => process.exit(1)))")
    const killed = await open(model, { start: (given: typeof log) => startEngine(given, pathToFileURL(program)) })
    const asked = killed.transcribe(CALL, { language: null, signal: never })
    await expect(asked).rejects.toMatchObject({ kind: 'unavailable' })
  })

  it('requires ffmpeg for formats other than WAV, and limits its time', async () => {
    const video = { ...CALL, contentType: 'video/mp4' }
    const asked = (await open()).transcribe(video, { language: null, signal: never })
    await expect(asked).rejects.toMatchObject({ kind: 'form' })
    const program = join(folder, 'silent.mjs')
    await writeFile(program, "process.on('message', () => {})")
    const silent = await openSherpaTranscriber({ folder: model, timeoutSeconds: 1 }, log, {
      ...{ path: '', start: (given) => startEngine(given, pathToFileURL(program)) },
    })
    const late = silent.transcribe(CALL, { language: null, signal: never })
    await expect(late).rejects.toMatchObject({ kind: 'unavailable' })
  })
})

describe('speaker detection', () => {
  it('adds turns of the voices to a transcript without speakers', async () => {
    const models = await writeSpeakerModels(join(folder, 'speakers'))
    const transcriber = await addSpeakers(await open(), { folder: models, timeoutSeconds: 60 }, log, { path: '' })
    const { turns = [] } = await transcriber.transcribe(CALL, { language: null, signal: never })
    const speakerAt = (time: number) => turns.find(({ start, end }) => start <= time && time <= end)?.speaker
    const [first, other, again] = [1.5, 5, 8.5].map(speakerAt)
    expect([first, again]).toEqual([0, 0])
    expect(other).toBeGreaterThan(0)
    const known = await transcriber.transcribe(CALL, { language: null, hasSpeakers: true, signal: never })
    expect(known.turns).toBeUndefined()
  })

  it('keeps the transcript if the detection fails, rather than transcribe again', async () => {
    const models = await writeSpeakerModels(join(folder, 'speakers'))
    const program = join(folder, 'detector.mjs')
    await writeFile(program, "process.on('message', () => process.send('loaded', () => process.exit(1)))")
    const errors: unknown[] = []
    const noting = { ...log, error: (about: unknown) => errors.push(about) }
    const transcriber = await addSpeakers(await open(), { folder: models, timeoutSeconds: 60 }, noting, {
      ...{ path: '', start: () => startEngine(log, pathToFileURL(program)) },
    })
    const heard = await transcriber.transcribe(CALL, { language: null, signal: never })
    expect([heard.segments.length, heard.turns]).toEqual([3, undefined])
    expect(errors).toHaveLength(1)
  })

  it('names a folder that does not exist', async () => {
    const settings = { folder: join(folder, 'nowhere'), timeoutSeconds: 60 }
    const inner = await open()
    await expect(addSpeakers(inner, settings, log)).rejects.toThrow(
      /^TRANSCRIBER_SPEAKERS_FOLDER: the folder .*nowhere doesn't exist or can't be read\.$/,
    )
    await expect(openSherpaTranscriber(settings, log)).rejects.toThrow(
      /^TRANSCRIBER_FOLDER: the folder .* doesn't exist/,
    )
  })
})
