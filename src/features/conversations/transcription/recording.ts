/** Fetches the recording of a conversation to a local file, from the file store or from its link. */
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { JobContext } from '../../../core/jobs.ts'
import { type MediaFacts, UnreadableMedia, type UnreadableReason } from '../../../core/media.ts'
import { PublicFetchError } from '../../../core/public-fetch.ts'
import type { Recording } from '../../../core/transcriber.ts'
import { MEDIA_BYTES_MAX, type MediaRow, type TranscriptionReason, toMediaKey } from '../media/index.ts'

type RecordingPorts = Pick<JobContext, 'org' | 'files' | 'media' | 'fetchPublic' | 'signal' | 'log'>

/** Stored properties of a media file. */
type Facts = Omit<MediaFacts, 'contentType'> & { readonly contentType: string }

/** Maximum number of redirects of a link. Each URL is checked like the first one. */
const HOPS_MAX = 5
const FETCH_TIMEOUT_MS = 3_600_000

/** Why there is no recording to transcribe. */
export class RecordingFault extends Error {
  override readonly name = 'RecordingFault'
  readonly reason: TranscriptionReason
  /** Whether a retry can succeed. */
  readonly passes: boolean
  constructor(reason: TranscriptionReason, { passes = false } = {}) {
    super(`There is no recording to transcribe: ${reason}.`)
    this.reason = reason
    this.passes = passes
  }
}

/** @throws RecordingFault, and whatever `work` throws */
export async function withRecording<T>(
  ctx: RecordingPorts,
  from: { readonly media: MediaRow | undefined; readonly link: string | null },
  work: (recording: Recording & Pick<MediaFacts, 'streams'>) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-recording-'))
  const path = join(folder, 'file')
  try {
    const facts =
      from.media?.state === 'kept' ? await fetchStored(ctx, from.media, path) : await fetchLinked(ctx, from.link, path)
    if (!facts.streams.some(({ kind }) => kind === 'audio')) throw new RecordingFault('no_sound')
    const { contentType, duration, streams } = facts
    const hasVideo = streams.some(({ kind }) => kind === 'video')
    return await work({ path, contentType, size: (await stat(path)).size, hasVideo, duration, streams })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function fetchStored(ctx: RecordingPorts, media: MediaRow, path: string): Promise<Facts> {
  try {
    const stored = await ctx.files.get(toMediaKey(ctx.org, media.id))
    if (stored === undefined) throw new RecordingFault('recording_gone')
    await pipeline(stored.body, createWriteStream(path, { mode: 0o600 }), { signal: ctx.signal })
  } catch (error) {
    throw error instanceof RecordingFault ? error : passing('store_unavailable', error, ctx)
  }
  const { content_type, duration, streams } = media
  return { contentType: content_type ?? '', duration, streams: JSON.parse(streams ?? '[]') }
}

async function fetchLinked(ctx: RecordingPorts, link: string | null, path: string): Promise<MediaFacts> {
  if (link === null) throw new RecordingFault('recording_gone')
  try {
    const answer = await follow(ctx, link)
    if (answer.body === null) throw new RecordingFault('not_media')
    await pipeline(Readable.fromWeb(answer.body), createWriteStream(path, { mode: 0o600 }), { signal: ctx.signal })
  } catch (error) {
    if (error instanceof PublicFetchError && error.fault === 'too_large') throw new RecordingFault('too_large')
    if (error instanceof PublicFetchError && LASTING.has(error.fault)) throw new RecordingFault('link_unreachable')
    throw error instanceof RecordingFault ? error : passing('link_unreachable', error, ctx)
  }
  try {
    return await ctx.media.read(path, ctx.signal)
  } catch (error) {
    if (error instanceof UnreadableMedia) throw new RecordingFault(UNREADABLE[error.reason])
    throw error
  }
}

/** Temporary fault, unless the request failed because the job was aborted. */
function passing(reason: TranscriptionReason, error: unknown, { signal, log }: RecordingPorts): RecordingFault {
  signal.throwIfAborted()
  log.warn({ error: (error as Error).message }, 'a recording could not be fetched')
  return new RecordingFault(reason, { passes: true })
}

/** Faults of a link that a retry doesn't fix. */
const LASTING: ReadonlySet<string> = new Set(['not_https', 'not_public'])

const UNREADABLE: Readonly<Record<UnreadableReason, TranscriptionReason>> = {
  not_media: 'not_media',
  unknown_form: 'form_unreadable',
  too_complex: 'form_unreadable',
}

async function follow(ctx: RecordingPorts, link: string): Promise<Response> {
  let url = link
  for (let hop = 0; hop <= HOPS_MAX; hop++) {
    const answer = await ctx.fetchPublic(url, {
      signal: ctx.signal,
      timeoutMs: FETCH_TIMEOUT_MS,
      maxBytes: MEDIA_BYTES_MAX,
    })
    if (answer.ok) return answer
    await answer.body?.cancel()
    const next = answer.headers.get('location')
    if (answer.status >= 300 && answer.status < 400 && next !== null) {
      const target = URL.parse(next, url)
      if (target === null) break
      url = target.href
      continue
    }
    // Too many requests, or a temporary fault of the server.
    if (answer.status === 429 || answer.status >= 500) throw new RecordingFault('link_unreachable', { passes: true })
    break
  }
  throw new RecordingFault('link_unreachable')
}
