import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Recording, Transcriber } from '../../core/transcriber.ts'
import { type Sound, wave } from '../../testing/sound.ts'
import { TWO_VOICES } from '../../testing/speech-models.ts'
import { openFolderTranscriber } from './folder.ts'

let folder: string
let model: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-test-'))
  model = await writeWhisperFolder('whisper-tiny', { vocab_size: 51_865 })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const log = { info: () => {}, warn: () => {}, error: () => {} }
const never = new AbortController().signal
const CALL: Recording = { path: TWO_VOICES, contentType: 'audio/wav', size: 1, hasVideo: false, duration: 9.9 }

/** A thread instead of the model. `body` is the body of the function that returns the text of a window. */
const thread = (body: string) =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`
      import { parentPort, workerData } from 'node:worker_threads'
      let number = 0
      parentPort.on('message', (asked) => {
        if (asked === 'end') process.exit()
        number++
        ${body}
      })`)}`,
  )
const HEARS = thread(`
  const seconds = asked.samples.length / 16000
  const text = number + ' ' + asked.language + ' ' + workerData.dtype.encoder_model
  parentPort.postMessage({ segments: [{ text, start: 0.5, end: Math.min(1, seconds) }] })`)

const opened: Transcriber[] = []
async function open(url: URL, path = model, timeoutSeconds = 20): Promise<Transcriber> {
  const transcriber = await openFolderTranscriber({ folder: path, timeoutSeconds }, log as never, {
    ...{ url, path: '', findsSpeech: false },
  })
  opened.push(transcriber)
  return transcriber
}
afterAll(() => Promise.all(opened.map((one) => one.close())))

async function recordingOf(...sounds: Sound[]): Promise<Recording> {
  const path = join(folder, `sound-${sounds.length}-${sounds[0]?.seconds}`)
  const content = wave(...sounds)
  await writeFile(path, content)
  return { path, contentType: 'audio/wav', size: content.length, hasVideo: false, duration: null }
}

describe('does', () => {
  it('hears window after window, with the times of the whole', async () => {
    const recording = await recordingOf({ seconds: 25 }, { seconds: 1, hertz: 0 }, { seconds: 10 })
    const heard = await (await open(HEARS)).transcribe(recording, { language: 'de-AT', signal: never })
    expect(heard.segments.map(({ text, speaker }) => [text, speaker])).toEqual([
      ['1 de q8', null],
      ['2 de q8', null],
    ])
    expect(heard.segments[0]).toMatchObject({ start: 0.5, end: 1 })
    expect(heard.segments[1]?.start).toBeGreaterThan(25.5)
    expect(heard.segments[1]?.start).toBeLessThan(26.5)
    expect(heard).toMatchObject({ words: [], language: 'de' })
  })

  it('hears only what Silero finds, with the pauses between sentences of a window', async () => {
    const transcriber = await openFolderTranscriber({ folder: model, timeoutSeconds: 60 }, log as never, {
      ...{ url: HEARS, path: '' },
    })
    opened.push(transcriber)
    const { segments } = await transcriber.transcribe(CALL, { language: null, signal: never })
    expect(segments).toEqual([{ text: '1 null q8', start: expect.any(Number), end: expect.any(Number), speaker: null }])
    const tone = await recordingOf({ seconds: 3 })
    expect((await transcriber.transcribe(tone, { language: null, signal: never })).segments).toEqual([])
  })

  it('asks nothing about silence', async () => {
    const recording = await recordingOf({ seconds: 2, hertz: 0 })
    const heard = await (await open(thread('throw new Error()'))).transcribe(recording, {
      language: null,
      signal: never,
    })
    expect(heard.segments).toEqual([])
  })

  it('knows a model without other languages, and is named by its folder', async () => {
    const english = await open(HEARS, await writeWhisperFolder('whisper-base.en', { vocab_size: 51_864 }))
    const heard = await english.transcribe(await recordingOf({ seconds: 1 }), { language: 'de', signal: never })
    expect([english.name, heard.language]).toEqual(['folder/whisper-base.en', 'en'])
  })

  it('hears one recording after the other', async () => {
    const transcriber = await open(
      thread(`
      const text = String(Date.now())
      setTimeout(() => parentPort.postMessage({ segments: [{ text, start: 0, end: 1 }] }), 60)`),
    )
    const recording = await recordingOf({ seconds: 1 })
    const hear = async () => (await transcriber.transcribe(recording, { language: null, signal: never })).segments[0]
    const times = (await Promise.all([hear(), hear()])).map((segment) => Number(segment?.text))
    expect(Math.abs((times[0] ?? 0) - (times[1] ?? 0))).toBeGreaterThanOrEqual(50)
  })
})

describe('refuses', () => {
  it.each([
    ['a model that fails', `parentPort.postMessage({ fault: 'the model failed' })`, 'wrong'],
    ['a thread that dies', 'throw new Error()', 'unavailable'],
    ['a thread that ends', 'process.exit()', 'unavailable'],
  ])('%s', async (_, body, kind) => {
    const transcriber = await open(thread(body))
    const asked = transcriber.transcribe(await recordingOf({ seconds: 1 }), { language: null, signal: never })
    await expect(asked).rejects.toMatchObject({ name: 'TranscriberFault', kind })
  })

  it('to go on for who has gone, and for longer than it is given', async () => {
    const recording = await recordingOf({ seconds: 1 })
    const ended = new AbortController()
    const asked = (await open(thread(''))).transcribe(recording, { language: null, signal: ended.signal })
    setTimeout(() => ended.abort(new Error('The process ends.')), 50)
    await expect(asked).rejects.toThrow('The process ends.')
    const late = (await open(thread(''), model, 0.2)).transcribe(recording, { language: null, signal: never })
    await expect(late).rejects.toMatchObject({ kind: 'unavailable' })
  })

  it('what is no WAV, where there is no ffmpeg', async () => {
    const recording = { ...(await recordingOf({ seconds: 1 })), contentType: 'audio/mpeg' }
    const asked = (await open(HEARS)).transcribe(recording, { language: null, signal: never })
    await expect(asked).rejects.toMatchObject({ kind: 'form' })
  })

  it.each([
    ['a folder that is not there', 'nowhere', {}, 'config.json'],
    ['a model of another kind', 'bert', { config: { model_type: 'bert', vocab_size: 1 } }, 'Whisper'],
    ['a config that is none', 'broken', { config: 'none' }, 'unexpected format'],
    ['a folder without weights', 'weightless', { weights: [] }, 'onnx/encoder_model.onnx'],
    ['half of the weights', 'half', { weights: ['encoder_model.onnx'] }, 'decoder_model_merged'],
  ])('%s', async (_, name, given, words) => {
    const path = name === 'nowhere' ? join(folder, name) : await writeWhisperFolder(name, given)
    const asked = openFolderTranscriber({ folder: path, timeoutSeconds: 1 }, log as never)
    await expect(asked).rejects.toThrow(words)
  })

  it('a model that cannot be loaded, by the thread that really loads it', async () => {
    const transcriber = await openFolderTranscriber({ folder: model, timeoutSeconds: 60 }, log as never, { path: '' })
    opened.push(transcriber)
    const asked = transcriber.transcribe(CALL, { language: null, signal: never })
    await expect(asked).rejects.toMatchObject({ kind: 'wrong' })
  })
})

async function writeWhisperFolder(
  name: string,
  given: { vocab_size?: number; config?: unknown; weights?: string[] },
): Promise<string> {
  const path = join(folder, name)
  await mkdir(join(path, 'onnx'), { recursive: true })
  const config = given.config ?? { model_type: 'whisper', vocab_size: given.vocab_size ?? 51_865 }
  await writeFile(join(path, 'config.json'), typeof config === 'string' ? config : JSON.stringify(config))
  for (const file of ['tokenizer.json', 'tokenizer_config.json', 'preprocessor_config.json']) {
    await writeFile(join(path, file), '{}')
  }
  const weights = given.weights ?? ['encoder_model_quantized.onnx', 'decoder_model_merged_quantized.onnx']
  for (const file of weights) await writeFile(join(path, 'onnx', file), 'weights')
  return path
}
