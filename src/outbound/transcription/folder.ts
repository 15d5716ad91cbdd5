/**
 * Whisper model in a folder on this machine, in the format of transformers.js: `config.json`, `tokenizer.json`,
 * `onnx/encoder_model.onnx` and `onnx/decoder_model_merged.onnx`, or quantized versions. One recording is transcribed
 * at a time, in its own thread.
 */
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import type { TranscriberSettings } from '../../core/config.ts'
import type { Log } from '../../core/log.ts'
import { ENCODER_PACKAGES, hasModelPackages, requireModelPackages, SPEECH_PACKAGES } from '../../core/model-packages.ts'
import { type HeardSegment, type Recording, type Transcriber, TranscriberFault } from '../../core/transcriber.ts'
import { fairTurns } from '../jobs/fair-places.ts'
import { findFfmpeg } from '../media/ffmpeg.ts'
import { joinSpans, splitIntoSoundWindows, type TimeSpan } from '../media/sound-windows.ts'
import { readSamples } from '../media/wave.ts'
import { type SpeechEngine, startEngine } from './sherpa/engine.ts'
import { limitTime, toBaseLanguage } from './time-limit.ts'
import { convertToWave } from './wave-file.ts'

/** Weight formats: name in transformers.js, and suffix of the file names. */
const WEIGHTS = [
  ['fp32', ''],
  ['fp16', '_fp16'],
  ['q8', '_quantized'],
  ['int8', '_int8'],
  ['uint8', '_uint8'],
  ['q4', '_q4'],
  ['q4f16', '_q4f16'],
  ['bnb4', '_bnb4'],
] as const
const PARTS = ['encoder_model', 'decoder_model_merged'] as const

export interface WhisperFolder {
  readonly path: string
  readonly dtype: Readonly<Record<(typeof PARTS)[number], (typeof WEIGHTS)[number][0]>>
  /** Whether the model supports only English. */
  readonly isEnglish: boolean
}

/** Message to the thread. `end`: stop after the current window. */
export type TranscriptionMessage = { readonly samples: Float32Array; readonly language: string | null } | 'end'

/** Message from the thread, with times in seconds of the window. `fault`: the thread can't continue. */
export type TranscriptionReply =
  | { readonly segments: readonly { text: string; start: number | null; end: number | null }[] }
  | { readonly fault: string }

/** Time for a thread to stop, before it is terminated. Terminating a thread inside ONNX Runtime aborts the process. */
const END_MS = 60_000

type Settings = Pick<Extract<TranscriberSettings, { provider: 'folder' }>, 'folder' | 'timeoutSeconds'>

/**
 * @param options.url another thread, for tests.
 * @param options.path search path for programs, for tests.
 * @param options.findsSpeech whether Silero finds speech first. Defaults to true if the packages of sherpa-onnx are installed.
 * @throws Error if the folder contains no usable model, or if packages are missing
 */
export async function openFolderTranscriber(
  { folder, timeoutSeconds }: Settings,
  log: Pick<Log, 'info' | 'warn' | 'error'>,
  options: { url?: URL; path?: string; findsSpeech?: boolean } = {},
): Promise<Transcriber> {
  requireModelPackages('TRANSCRIBER_FOLDER', ENCODER_PACKAGES)
  const model = await readWhisperFolder(resolve(folder))
  const ffmpeg = await findFfmpeg(options.path)
  const url = options.url ?? new URL('./folder.worker.ts', import.meta.url)
  const name = `folder/${basename(model.path)}`
  const { findsSpeech = hasModelPackages(SPEECH_PACKAGES) } = options
  const turn = fairTurns(1)
  const threads = new Set<Promise<unknown>>()

  async function transcribe(recording: Recording, language: string | null, signal: AbortSignal) {
    const temporary = await mkdtemp(join(tmpdir(), 'parley-transcribe-'))
    const thread = startThread(url, model)
    const gone: Promise<unknown> = thread.gone.then(() => threads.delete(gone))
    threads.add(gone)
    log.info({ model: name }, 'the model of speech is being loaded')
    try {
      const wave = await convertToWave(ffmpeg, recording, temporary, signal)
      const segments: HeardSegment[] = []
      const spans = findsSpeech ? { spans: joinSpans(await findSpeech(wave, signal)) } : {}
      for await (const { samples, offset } of splitIntoSoundWindows(readSamples(wave), spans)) {
        signal.throwIfAborted()
        for (const one of await thread.ask({ samples, language }, signal)) {
          const shiftTime = (time: number | null) =>
            time === null ? null : Math.round((time + offset) * 1_000) / 1_000
          segments.push({ text: one.text, start: shiftTime(one.start), end: shiftTime(one.end), speaker: null })
        }
      }
      return { segments, words: [], language: model.isEnglish ? 'en' : language }
    } finally {
      thread.end()
      await rm(temporary, { recursive: true, force: true })
    }
  }

  /** Parts with speech. Without them, Whisper invents words for pauses. */
  async function findSpeech(wave: string, signal: AbortSignal): Promise<readonly TimeSpan[]> {
    const engine: SpeechEngine = startEngine(log)
    try {
      return await engine.request({ task: 'speech', wave }, signal)
    } finally {
      await engine.end()
    }
  }

  return {
    name,
    transcribe: (recording, { language, signal }) =>
      turn(async () => {
        try {
          return await limitTime(timeoutSeconds, signal, (limited) =>
            transcribe(recording, toBaseLanguage(language), limited),
          )
        } catch (error) {
          if (error instanceof TranscriberFault && error.kind === 'wrong') log.error({ model: name }, error.message)
          throw error
        }
      }),
    close: async () => void (await Promise.all(threads)),
  }
}

function startThread(url: URL, model: WhisperFolder) {
  const worker = new Worker(url, {
    workerData: model,
    // The model is stored outside of the heap.
    resourceLimits: { maxOldGenerationSizeMb: 1_024 },
    stdout: true,
    stderr: true,
    env: {},
  })
  worker.stdout.resume()
  worker.stderr.resume()
  const gone = new Promise<void>((done) => worker.once('exit', () => done()))
  let failed: string | undefined
  worker.on('error', (error: NodeJS.ErrnoException) => {
    failed = error.code ?? error.name
  })
  return {
    gone,
    /** @throws TranscriberFault, or the reason of the signal */
    ask: ({ samples, language }: Exclude<TranscriptionMessage, 'end'>, signal: AbortSignal) =>
      new Promise<Extract<TranscriptionReply, { segments: unknown }>['segments']>((done, fail) => {
        const complete = (outcome: () => void) => {
          worker.off('message', handleReply).off('exit', handleExit)
          signal.removeEventListener('abort', stopped)
          outcome()
        }
        const handleReply = (told: TranscriptionReply) =>
          complete(() => ('segments' in told ? done(told.segments) : fail(new TranscriberFault('wrong', told.fault))))
        // Out of memory or terminated from outside. A retry can succeed.
        const handleExit = () =>
          complete(() => fail(new TranscriberFault('unavailable', `its thread ended: ${failed ?? 'by itself'}`)))
        const stopped = () => complete(() => fail(signal.reason as Error))
        worker.on('message', handleReply).on('exit', handleExit)
        signal.addEventListener('abort', stopped)
        worker.postMessage({ samples, language } satisfies TranscriptionMessage, [samples.buffer as ArrayBuffer])
      }),
    end() {
      worker.postMessage('end' satisfies TranscriptionMessage)
      const late = setTimeout(() => void worker.terminate(), END_MS)
      void gone.then(() => clearTimeout(late))
    },
  }
}

const modelFolderError = (what: string) => new Error(`TRANSCRIBER_FOLDER: ${what}.`)

const config = z.object({ model_type: z.string(), vocab_size: z.int() })

/** Vocabulary size of English-only models. */
const ENGLISH_VOCABULARY = 51_864

async function readWhisperFolder(path: string): Promise<WhisperFolder> {
  const text = await readFile(join(path, 'config.json'), 'utf8').catch(() => {
    throw modelFolderError('the folder has no config.json')
  })
  const about = config.safeParse(
    await Promise.resolve(text)
      .then(JSON.parse)
      .catch(() => undefined),
  )
  if (!about.success) throw modelFolderError('config.json in the folder has an unexpected format')
  if (about.data.model_type !== 'whisper') throw modelFolderError("the model isn't a Whisper model")
  for (const file of ['tokenizer.json', 'preprocessor_config.json']) {
    if (!(await isThere(join(path, file)))) throw modelFolderError(`the folder has no ${file}`)
  }
  const [encoder_model, decoder_model_merged] = await Promise.all(PARTS.map((part) => findWeights(path, part)))
  if (encoder_model === undefined || decoder_model_merged === undefined) {
    throw modelFolderError('the folder has no onnx/encoder_model.onnx and onnx/decoder_model_merged.onnx')
  }
  const dtype = { encoder_model, decoder_model_merged }
  return { path, dtype, isEnglish: about.data.vocab_size === ENGLISH_VOCABULARY }
}

async function findWeights(path: string, part: string) {
  for (const [dtype, ending] of WEIGHTS) {
    if (await isThere(join(path, 'onnx', `${part}${ending}.onnx`))) return dtype
  }
  return undefined
}

const isThere = (file: string) =>
  stat(file).then(
    (found) => found.isFile(),
    () => false,
  )
