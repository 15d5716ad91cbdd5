/**
 * Model in a folder on this machine that sherpa-onnx runs: transducers such as Parakeet, Whisper, Moonshine, SenseVoice and
 * others, as https://k2-fsa.github.io/sherpa/onnx publishes them. One recording is transcribed at a time, in its own
 * process. Silero finds speech first, so that pauses cost nothing and models can't invent words for them.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Log } from '../../core/log.ts'
import { requireModelPackages, SPEECH_PACKAGES } from '../../core/model-packages.ts'
import { type HeardTranscript, type Recording, type Transcriber, TranscriberFault } from '../../core/transcriber.ts'
import { fairTurns } from '../jobs/fair-places.ts'
import { findFfmpeg } from '../media/ffmpeg.ts'
import { type RecognizedSpan, type SpeechEngine, startEngine } from './sherpa/engine.ts'
import { readSpeechModel } from './sherpa/speech-model.ts'
import { limitTime, toBaseLanguage } from './time-limit.ts'
import { convertToWave } from './wave-file.ts'

export interface SherpaOptions {
  /** Search path for programs, for tests. */
  readonly path?: string
  /** Another process, for tests. */
  readonly start?: (log: Pick<Log, 'error'>) => SpeechEngine
}

/**
 * @param settings.folder path of the model
 * @throws Error if the folder contains no supported model, or if packages are missing
 */
export async function openSherpaTranscriber(
  { folder, timeoutSeconds }: { readonly folder: string; readonly timeoutSeconds: number },
  log: Pick<Log, 'info' | 'warn' | 'error'>,
  { path, start = startEngine }: SherpaOptions = {},
): Promise<Transcriber> {
  requireModelPackages('TRANSCRIBER_FOLDER', SPEECH_PACKAGES)
  const model = await readSpeechModel(folder).catch((error: Error) => {
    throw new Error(`TRANSCRIBER_FOLDER: ${error.message}.`)
  })
  const ffmpeg = await findFfmpeg(path)
  const turn = fairTurns(1)
  const running = new Set<Promise<unknown>>()

  async function transcribe(recording: Recording, language: string | null, signal: AbortSignal) {
    const temporary = await mkdtemp(join(tmpdir(), 'parley-transcribe-'))
    const engine = start(log)
    try {
      const wave = await convertToWave(ffmpeg, recording, temporary, signal)
      const spans = await engine.request({ task: 'speech', wave }, signal)
      const recognized =
        spans.length === 0 ? [] : await engine.request({ task: 'recognize', wave, spans, model, language }, signal)
      return toHeardTranscript(recognized, language ?? (model.languages?.length === 1 ? model.languages[0] : undefined))
    } finally {
      await engine.end()
      await rm(temporary, { recursive: true, force: true })
    }
  }

  return {
    name: `folder/${basename(folder)}`,
    transcribe: (recording, { language, signal }) =>
      turn(async () => {
        const work = limitTime(timeoutSeconds, signal, (limited) =>
          transcribe(recording, toBaseLanguage(language), limited),
        )
        const ended: Promise<unknown> = work.catch(() => {}).finally(() => running.delete(ended))
        running.add(ended)
        try {
          return await work
        } catch (error) {
          if (error instanceof TranscriberFault && error.kind === 'wrong') log.error({ model: folder }, error.message)
          throw error
        }
      }),
    close: async () => void (await Promise.all(running)),
  }
}

/** @param language of the conversation or of the model. The detected language takes precedence */
function toHeardTranscript(recognized: readonly RecognizedSpan[], language: string | undefined): HeardTranscript {
  const hasTimes = recognized.every(({ words }) => words.length > 0)
  return {
    segments: recognized.map(({ text, start, end }) => ({ text, start, end, speaker: null })),
    words: hasTimes ? recognized.flatMap(({ words }) => words) : [],
    language: findFrequentLanguage(recognized) ?? language ?? null,
  }
}

/** Language of most spans that have one. */
function findFrequentLanguage(recognized: readonly RecognizedSpan[]): string | undefined {
  const byLanguage = Map.groupBy(
    recognized.filter((span) => span.language !== null),
    ({ language }) => language,
  )
  return [...byLanguage].sort(([, a], [, b]) => b.length - a.length)[0]?.[0] ?? undefined
}
