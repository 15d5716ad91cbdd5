/**
 * Transcription server with the protocol of OpenAI (`POST /audio/transcriptions`): OpenAI itself, Speaches, LocalAI,
 * vLLM and others. If ffmpeg is installed, recordings that are too large or contain video are compressed first;
 * otherwise they are sent unchanged.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { TranscriberSettings } from '../../core/config.ts'
import { retryDelayMs } from '../../core/retry-delays.ts'
import { type HeardTranscript, type Recording, type Transcriber, TranscriberFault } from '../../core/transcriber.ts'
import { type FormAnswer, postForm, type SentFile } from '../http/post-form.ts'
import { type AudioChunk, COMPRESSED_BITS, type Ffmpeg, findFfmpeg } from '../media/ffmpeg.ts'
import { mentionsFormat, readHeard } from './answer.ts'
import { limitTime, toBaseLanguage } from './time-limit.ts'

type Settings = Extract<TranscriberSettings, { provider: 'openai' }>

/** Formats that these servers accept. */
const TAKEN: Readonly<Record<string, string>> = {
  'audio/flac': '.flac',
  'audio/mp4': '.m4a',
  'audio/mpeg': '.mp3',
  'audio/ogg': '.ogg',
  'audio/wav': '.wav',
  'audio/webm': '.webm',
  'video/mp4': '.mp4',
  'video/webm': '.webm',
}

interface WantedWords {
  readonly language: string | null
  /** Names and terms that the recording may contain. */
  readonly words: readonly string[]
}

type Format = 'verbose_json' | 'diarized_json' | 'json'

/** Additional request fields, by response format. */
const ALSO: Readonly<Record<Format, [name: string, value: string][]>> = {
  verbose_json: [
    ['timestamp_granularities[]', 'word'],
    ['timestamp_granularities[]', 'segment'],
  ],
  // Required for longer recordings.
  diarized_json: [['chunking_strategy', 'auto']],
  json: [],
}

const TRIES_MAX = 3
const FIRST_WAIT_MS = 1_000
/** Maximum delay within a run. A longer one ends the run, and the job is retried. */
const WAIT_MAX_MS = 30_000
/** Maximum length of a part in seconds. */
const PIECE_SECONDS_MAX = 5_400
/** Safety factor for container overhead and variable bit rates. */
const SLACK = 1.25

/** @param options options for tests */
export async function createServerTranscriber(
  settings: Settings,
  options: { ffmpeg?: Ffmpeg | undefined; path?: string; firstWaitMs?: number } = {},
): Promise<Transcriber> {
  const ffmpeg = 'ffmpeg' in options ? options.ffmpeg : await findFfmpeg(options.path)
  const firstWaitMs = options.firstWaitMs ?? FIRST_WAIT_MS
  /** Response format. After a rejection, a simpler format is used for all later requests. */
  let format: Format = settings.model.includes('diarize') ? 'diarized_json' : 'verbose_json'

  async function requestWithRetries(
    file: SentFile,
    wanted: WantedWords,
    signal: AbortSignal,
  ): Promise<HeardTranscript> {
    for (let tries = 1; ; tries++) {
      try {
        return await requestOnce(file, wanted, signal)
      } catch (error) {
        if (!(error instanceof TranscriberFault) || error.kind !== 'unavailable' || tries === TRIES_MAX) throw error
        const wait = retryDelayMs(tries, firstWaitMs, error.waitMs)
        if (wait > WAIT_MAX_MS) throw error
        await pause(wait, undefined, { signal })
      }
    }
  }

  async function requestOnce(file: SentFile, wanted: WantedWords, signal: AbortSignal): Promise<HeardTranscript> {
    const { language, words } = wanted
    const fields: [string, string][] = [['model', settings.model], ['response_format', format], ...ALSO[format]]
    if (language !== null) fields.push(['language', language])
    // Models with speaker detection reject prompts.
    if (words.length > 0 && format !== 'diarized_json') fields.push(['prompt', words.join(', ')])
    const answer = await postForm(`${settings.url}/audio/transcriptions`, {
      headers: settings.key === undefined ? {} : { authorization: `Bearer ${settings.key.reveal()}` },
      fields,
      file,
      signal,
    })
    if (answer.status >= 200 && answer.status < 300) return readHeard(answer.body)
    if (format === 'verbose_json' && mentionsFormat(answer)) {
      format = 'json'
      return requestOnce(file, wanted, signal)
    }
    throw toTranscriberFault(answer)
  }

  async function splitRecording(recording: Recording, folder: string, signal: AbortSignal): Promise<AudioChunk[]> {
    const isTaken = recording.contentType in TAKEN
    const whole: AudioChunk = { path: recording.path, offset: 0 }
    if (isTaken && !recording.hasVideo && recording.size <= settings.bytesMax) return [whole]
    if (ffmpeg === undefined) {
      if (recording.size > settings.bytesMax)
        throw new TranscriberFault('too_large', 'the file exceeds its maximum size')
      if (!isTaken) throw new TranscriberFault('form', "it doesn't support the file format")
      return [whole]
    }
    const fits = Math.floor((settings.bytesMax * 8) / (COMPRESSED_BITS * SLACK))
    return ffmpeg.compress(recording, folder, Math.min(fits, PIECE_SECONDS_MAX), signal)
  }

  return {
    name: settings.model,
    transcribe: (recording, { language, words = [], signal: given }) =>
      limitTime(settings.timeoutSeconds, given, async (signal) => {
        const folder = await mkdtemp(join(tmpdir(), 'parley-transcribe-'))
        try {
          const heard: HeardTranscript[] = []
          for (const piece of await splitRecording(recording, folder, signal)) {
            const ending = piece.path === recording.path ? TAKEN[recording.contentType] : extname(piece.path)
            const file = { path: piece.path, name: `recording${ending ?? ''}` }
            const wanted = { language: toBaseLanguage(language), words }
            heard.push(shiftTimes(await requestWithRetries(file, wanted, signal), piece.offset))
          }
          return mergeParts(heard)
        } finally {
          await rm(folder, { recursive: true, force: true })
        }
      }),
    async close() {},
  }
}

/** Fault for an error response. A rejected key or address concerns the operator, not the recording. */
function toTranscriberFault({ status, waitMs }: FormAnswer): TranscriberFault {
  if (status === 413) return new TranscriberFault('too_large', 'the file exceeds its maximum size')
  if (status === 400 || status === 415 || status === 422)
    return new TranscriberFault('refused', `it returned status ${status}`)
  return new TranscriberFault('unavailable', `it returned status ${status}`, waitMs)
}

function shiftTimes({ segments, words, language }: HeardTranscript, by: number): HeardTranscript {
  const shiftTime = (time: number) => Math.round((time + by) * 1_000) / 1_000
  return {
    segments: segments.map(({ start, end, ...segment }) => ({
      ...segment,
      start: start === null ? null : shiftTime(start),
      end: end === null ? null : shiftTime(end),
    })),
    words: words.map(({ start, end, text }) => ({ text, start: shiftTime(start), end: shiftTime(end) })),
    language,
  }
}

/**
 * Combines the parts. The same label in two parts can mean different speakers, so labels get the number of the part.
 */
function mergeParts(pieces: readonly HeardTranscript[]): HeardTranscript {
  const isOne = pieces.length === 1
  return {
    segments: pieces.flatMap(({ segments }, part) =>
      segments.map((one) => ({
        ...one,
        speaker: one.speaker === null || isOne ? one.speaker : `${one.speaker} (part ${part + 1})`,
      })),
    ),
    // Only if all parts have words. Otherwise, the words would cover only some parts.
    words: pieces.every(({ words, segments }) => words.length > 0 || segments.length === 0)
      ? pieces.flatMap(({ words }) => words)
      : [],
    language: pieces.find(({ language }) => language !== null)?.language ?? null,
  }
}
