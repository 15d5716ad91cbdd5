/**
 * A server that speaks OpenAI's protocol for transcription (`POST /audio/transcriptions`): OpenAI itself, Speaches,
 * LocalAI, vLLM and others. A recording that is larger than it takes, or has a picture, is made small first where this
 * machine has ffmpeg; sent whole otherwise.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { TranscriberSettings } from '../core/config.ts'
import { type Heard, type Recording, type Transcriber, TranscriberFault } from '../core/transcriber.ts'
import { COMPRESSED_BITS, type Ffmpeg, findFfmpeg, type Piece } from './ffmpeg.ts'
import { waitBeforeNext } from './next-try.ts'
import { type FormAnswer, postForm, type SentFile } from './post-form.ts'
import { mentionsFormat, readHeard } from './transcriber-answer.ts'

type Settings = Extract<TranscriberSettings, { provider: 'openai' }>

/** Forms that servers of this protocol take as they are. */
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

type Format = 'verbose_json' | 'diarized_json' | 'json'

/** What is asked for beside the format. */
const ALSO: Readonly<Record<Format, [name: string, value: string][]>> = {
  verbose_json: [
    ['timestamp_granularities[]', 'word'],
    ['timestamp_granularities[]', 'segment'],
  ],
  // It takes no longer recordings otherwise.
  diarized_json: [['chunking_strategy', 'auto']],
  json: [],
}

const TRIES_MAX = 3
const FIRST_WAIT_MS = 1_000
/** A longer wish is for another run of the job. */
const WAIT_MAX_MS = 30_000
/** Longest piece of a recording that is sent at once. */
const PIECE_SECONDS_MAX = 5_400
/** What a container adds, and what a variable rate may exceed. */
const SLACK = 1.25

/** @param options other ones, for tests */
export async function createServerTranscriber(
  settings: Settings,
  options: { ffmpeg?: Ffmpeg | undefined; path?: string; firstWaitMs?: number } = {},
): Promise<Transcriber> {
  const ffmpeg = 'ffmpeg' in options ? options.ffmpeg : await findFfmpeg(options.path)
  const firstWaitMs = options.firstWaitMs ?? FIRST_WAIT_MS
  /** What a refusal has taught: that this model tells no times. */
  let format: Format = settings.model.includes('diarize') ? 'diarized_json' : 'verbose_json'

  async function ask(file: SentFile, language: string | null, signal: AbortSignal): Promise<Heard> {
    for (let tries = 1; ; tries++) {
      try {
        return await askOnce(file, language, signal)
      } catch (error) {
        if (!(error instanceof TranscriberFault) || error.kind !== 'unavailable' || tries === TRIES_MAX) throw error
        const wait = waitBeforeNext(tries, firstWaitMs, error.waitMs)
        if (wait > WAIT_MAX_MS) throw error
        await pause(wait, undefined, { signal })
      }
    }
  }

  async function askOnce(file: SentFile, language: string | null, signal: AbortSignal): Promise<Heard> {
    const fields: [string, string][] = [['model', settings.model], ['response_format', format], ...ALSO[format]]
    if (language !== null) fields.push(['language', language])
    const answer = await postForm(`${settings.url}/audio/transcriptions`, {
      headers: settings.key === undefined ? {} : { authorization: `Bearer ${settings.key.reveal()}` },
      fields,
      file,
      signal,
    })
    if (answer.status >= 200 && answer.status < 300) return readHeard(answer.body)
    if (format === 'verbose_json' && mentionsFormat(answer)) {
      format = 'json'
      return askOnce(file, language, signal)
    }
    throw faultOf(answer)
  }

  async function piecesOf(recording: Recording, folder: string, signal: AbortSignal): Promise<Piece[]> {
    const isTaken = recording.contentType in TAKEN
    const whole: Piece = { path: recording.path, offset: 0 }
    if (isTaken && !recording.hasVideo && recording.size <= settings.bytesMax) return [whole]
    if (ffmpeg === undefined) {
      if (recording.size > settings.bytesMax) throw new TranscriberFault('too_large', 'the file is too large for it')
      if (!isTaken) throw new TranscriberFault('form', 'it takes no files of this form')
      return [whole]
    }
    const fits = Math.floor((settings.bytesMax * 8) / (COMPRESSED_BITS * SLACK))
    return ffmpeg.compress(recording, folder, Math.min(fits, PIECE_SECONDS_MAX), signal)
  }

  return {
    name: settings.model,
    async transcribe(recording, { language, signal: given }) {
      const signal = AbortSignal.any([given, AbortSignal.timeout(settings.timeoutSeconds * 1_000)])
      const folder = await mkdtemp(join(tmpdir(), 'parley-transcribe-'))
      try {
        const pieces = await piecesOf(recording, folder, signal)
        const heard: Heard[] = []
        for (const piece of pieces) {
          const ending = piece.path === recording.path ? TAKEN[recording.contentType] : extname(piece.path)
          const file = { path: piece.path, name: `recording${ending ?? ''}` }
          heard.push(moved(await ask(file, baseOf(language), signal), piece.offset))
        }
        return joined(heard)
      } catch (error) {
        given.throwIfAborted()
        if (signal.aborted) throw new TranscriberFault('unavailable', 'it took too long')
        throw error
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },
    async close() {},
  }
}

/** `en-GB` → `en`: what these servers know. */
const baseOf = (language: string | null): string | null => language?.toLowerCase().split('-', 1)[0] ?? null

/** A refused key or address is the operator's to mend, and nothing about the recording. */
function faultOf({ status, waitMs }: FormAnswer): TranscriberFault {
  if (status === 413) return new TranscriberFault('too_large', 'the file is too large for it')
  if (status === 400 || status === 415 || status === 422)
    return new TranscriberFault('refused', `it answered ${status}`)
  return new TranscriberFault('unavailable', `it answered ${status}`, waitMs)
}

function moved({ segments, words, language }: Heard, by: number): Heard {
  const later = (time: number) => Math.round((time + by) * 1_000) / 1_000
  return {
    segments: segments.map(({ start, end, ...segment }) => ({
      ...segment,
      start: start === null ? null : later(start),
      end: end === null ? null : later(end),
    })),
    words: words.map(({ start, end, text }) => ({ text, start: later(start), end: later(end) })),
    language,
  }
}

/** Speakers that two pieces call by the same name need not be the same, so their names tell which piece they are of. */
function joined(pieces: readonly Heard[]): Heard {
  const isOne = pieces.length === 1
  return {
    segments: pieces.flatMap(({ segments }, part) =>
      segments.map((one) => ({
        ...one,
        speaker: one.speaker === null || isOne ? one.speaker : `${one.speaker} (part ${part + 1})`,
      })),
    ),
    // Of some of the pieces only, they would leave out what is said in the others.
    words: pieces.every(({ words, segments }) => words.length > 0 || segments.length === 0)
      ? pieces.flatMap(({ words }) => words)
      : [],
    language: pieces.find(({ language }) => language !== null)?.language ?? null,
  }
}
