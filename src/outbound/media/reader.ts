/**
 * Reads duration and streams of media files. A library reads most formats, in a thread with limits on time and memory.
 * `ffprobe`, if installed, reads the others (docs/decisions/0030).
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import type { Log } from '../../core/log.ts'
import {
  type ChannelLevels,
  type MediaFacts,
  type MediaReader,
  type MediaStream,
  STREAMS_MAX,
  UnreadableMedia,
} from '../../core/media.ts'
import { fairTurns } from '../jobs/fair-places.ts'
import { createThreadPool, type WorkerLimits } from '../workers/isolated-worker.ts'
import { measureChannels } from './channel-levels.ts'
import { type Ffmpeg, findFfmpeg, type SoundSource } from './ffmpeg.ts'
import type { MediaForm } from './forms.ts'
import type { JoinReply } from './join-parts.ts'
import { findProgram, runProgram } from './programs.ts'
import type { MediaReaderReply } from './reader.worker.ts'
import { readStereo } from './wave.ts'

/** Limits of a task. Users wait for the result, and a long file without an index is read completely. */
const BOUNDS: WorkerLimits = { milliseconds: 60_000, heapMegabytes: 512, bufferMegabytes: 256 }
/** Limits of joining, which reads and writes up to 2 GiB. */
const JOIN_LIMITS: WorkerLimits = { milliseconds: 600_000, heapMegabytes: 512, bufferMegabytes: 256 }
const AT_ONCE = 2
/** Idle time before a thread ends. Starting one takes longer than reading a file, and files often arrive in series. */
const IDLE_MS = 10_000
const OUTPUT_BYTES_MAX = 1024 * 1024

/** @param options options for tests */
export function createMediaReader(
  log: Pick<Log, 'warn'>,
  options: { bounds?: WorkerLimits; path?: string } = {},
): MediaReader {
  const turn = fairTurns(AT_ONCE, 1)
  const url = new URL('./reader.worker.ts', import.meta.url)
  const threads = createThreadPool<MediaReaderReply>(url, options.bounds ?? BOUNDS, { idleMs: IDLE_MS })
  const joiners = createThreadPool<JoinReply>(new URL('./joiner.worker.ts', import.meta.url), JOIN_LIMITS, {
    idleMs: IDLE_MS,
  })
  const ffprobe = findProgram('ffprobe', options.path)
  const ffmpeg = findFfmpeg(options.path)
  return {
    read: (path, signal) =>
      turn(async () => {
        const told = await threads.ask(path, signal)
        if ('facts' in told) return told.facts
        if ('notMedia' in told) throw new UnreadableMedia('not_media')
        if ('fault' in told) {
          log.warn({ fault: told.fault }, 'a media file could not be read')
          throw new UnreadableMedia('too_complex')
        }
        const program = await ffprobe
        if (program === undefined) throw new UnreadableMedia('unknown_form')
        return probe(program, told.form, path, signal)
      }),
    join: (takes, target, signal) =>
      turn(async () => {
        const reply = await joiners.ask({ takes, target }, signal)
        if ('duration' in reply) return reply
        if ('nothing' in reply) throw new UnreadableMedia('not_media')
        log.warn({ fault: 'fault' in reply ? reply.fault : undefined }, 'takes of a recording could not be joined')
        throw new UnreadableMedia('too_complex')
      }),
    joinParts: (parts, target, signal) =>
      turn(async () => {
        const reply = await joiners.ask({ parts, target }, signal)
        if ('duration' in reply) return reply
        if ('different' in reply) throw new UnreadableMedia('unknown_form')
        if ('nothing' in reply) throw new UnreadableMedia('not_media')
        log.warn({ fault: reply.fault }, 'recordings of a call could not be joined')
        throw new UnreadableMedia('too_complex')
      }),
    async readChannels({ path, contentType, streams }, signal) {
      const sound = streams.find(({ kind }) => kind === 'audio')
      if (sound?.channels !== 2) return undefined
      try {
        if (contentType === 'audio/wav') return await measureChannels(readStereo(path))
        const program = await ffmpeg
        return program === undefined ? undefined : await measureDecoded(program, { path, contentType }, signal)
      } catch (error) {
        signal.throwIfAborted()
        // The transcript is there already, and is complete without channels.
        log.warn({ error: (error as Error).message }, 'the channels of a recording could not be read')
        return undefined
      }
    },
  }
}

async function measureDecoded(
  ffmpeg: Ffmpeg,
  source: SoundSource,
  signal: AbortSignal,
): Promise<ChannelLevels | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-channels-'))
  try {
    return await measureChannels(readStereo(await ffmpeg.toStereoWave(source, folder, signal)))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const number = z.coerce.number().positive().nullable().catch(null)
const whole = z.coerce.number().int().positive().nullable().catch(null)

/** Relevant fields of ffprobe's output with `-of json`. */
const printed = z.object({
  format: z.object({ duration: number.default(null) }),
  streams: z.array(
    z.object({
      codec_type: z.string().catch(''),
      codec_name: z.string().nullable().catch(null).default(null),
      sample_rate: number.default(null),
      channels: whole.default(null),
      width: whole.default(null),
      height: whole.default(null),
      tags: z
        .object({ language: z.string().nullable().catch(null).default(null) })
        .catch({ language: null })
        .default({ language: null }),
    }),
  ),
})

async function probe(program: string, form: MediaForm, path: string, signal?: AbortSignal): Promise<MediaFacts> {
  const how = ['-v', 'error', '-protocol_whitelist', 'file', '-f', form.demuxer]
  const what = [
    '-show_entries',
    'format=duration:stream=codec_type,codec_name,sample_rate,channels,width,height:stream_tags=language',
  ]
  const bounds = { milliseconds: BOUNDS.milliseconds, outputBytes: OUTPUT_BYTES_MAX, signal }
  const { code, output } = await runProgram(program, [...how, ...what, '-of', 'json', '-i', path], bounds)
  if (code === null) throw new UnreadableMedia('too_complex')
  const told = printed.safeParse(code === 0 ? parseOutput(output) : undefined)
  const streams = (told.data?.streams ?? []).flatMap((stream): MediaStream[] => {
    const { codec_type: kind, codec_name: codec, sample_rate: sampleRate, channels, width, height, tags } = stream
    if (kind !== 'audio' && kind !== 'video') return []
    const language = tags.language !== null && /^[a-z]{3}$/.test(tags.language) ? tags.language : null
    return [{ kind, codec, language: language === 'und' ? null : language, sampleRate, channels, width, height }]
  })
  if (streams.length === 0) throw new UnreadableMedia('not_media')
  const duration = told.data?.format.duration ?? null
  const contentType = streams.some(({ kind }) => kind === 'video') ? form.video : form.audio
  return { contentType, duration, streams: streams.slice(0, STREAMS_MAX) }
}

function parseOutput(output: Buffer): unknown {
  try {
    return JSON.parse(output.toString('utf8'))
  } catch {
    return undefined
  }
}
