/**
 * Cuts parts out of recordings, as files. A library copies packets of most formats, in a thread with limits on time and
 * memory. It reads only the required parts of the recording. For other formats, `ffmpeg`, if installed, extracts the
 * audio (docs/decisions/0030).
 */
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { MessageChannel } from 'node:worker_threads'
import type { Files } from '../../core/files.ts'
import type { Log } from '../../core/log.ts'
import type { MediaCut } from '../../core/media.ts'
import { digestFile } from '../files/digest-file.ts'
import { fairTurns } from '../jobs/fair-places.ts'
import { createThreadPool, type WorkerLimits } from '../workers/isolated-worker.ts'
import type { CutTask, CutterReply } from './cutter.worker.ts'
import { findSoundCutter } from './ffmpeg-cut.ts'

/** Limits of a cut. Users wait for it, and MP3 is read from its start. */
const BOUNDS: WorkerLimits = { milliseconds: 30_000, heapMegabytes: 512, bufferMegabytes: 256 }
const AT_ONCE = 2
const IDLE_MS = 10_000
/** Maximum size of a recording for ffmpeg, which needs a copy of the whole file. */
const COPY_BYTES_MAX = 512 * 1024 * 1024

export interface SourceRecording {
  readonly name: string
  readonly size: number
  readonly contentType: string
}

export interface CutPart {
  readonly from: number
  readonly to: number
}

export type CutFacts = Omit<MediaCut, 'open'>

/**
 * @returns undefined if nothing can be cut out
 * @throws Error if the recording can't be read from the store
 */
export type CutMedia = (
  whole: SourceRecording,
  part: CutPart,
  into: { readonly path: string; readonly max: number },
  signal: AbortSignal,
) => Promise<CutFacts | undefined>

/** @param options options for tests */
export function createMediaCutter(
  files: Pick<Files, 'get'>,
  log: Pick<Log, 'warn'>,
  options: { bounds?: WorkerLimits; path?: string } = {},
): CutMedia {
  const turn = fairTurns(AT_ONCE, 1)
  const url = new URL('./cutter.worker.ts', import.meta.url)
  const bounds = options.bounds ?? BOUNDS
  const threads = createThreadPool<CutterReply>(url, bounds, { idleMs: IDLE_MS })
  const cutSound = findSoundCutter(options.path)

  async function byPackets(task: Omit<CutTask, 'bytes'>, name: string, signal: AbortSignal) {
    const { port1: ours, port2: theirs } = new MessageChannel()
    ours.on('message', async ({ first, last }: { first: number; last: number }) => {
      const bytes = await readBytes(files, name, first, last).catch(() => undefined)
      ours.postMessage(bytes, bytes === undefined ? [] : [bytes.buffer as ArrayBuffer])
    })
    try {
      return await threads.ask({ ...task, bytes: theirs } satisfies CutTask, signal, [theirs])
    } finally {
      ours.close()
    }
  }

  async function byProgram(
    { name, size, contentType }: SourceRecording,
    part: CutPart,
    target: string,
    signal: AbortSignal,
  ) {
    const program = await cutSound
    if (program === undefined || size > COPY_BYTES_MAX) return undefined
    const path = `${target}.whole`
    try {
      const stored = await files.get(name)
      if (stored === undefined) return undefined
      await pipeline(stored.body, createWriteStream(path, { mode: 0o600, flags: 'wx' }), { signal })
      const isCut = await program({ path, contentType }, part, target, { milliseconds: bounds.milliseconds, signal })
      return isCut ? { ...(await digestFile(target)), contentType: 'audio/mp4' as const } : undefined
    } finally {
      await rm(path, { force: true })
    }
  }

  return (whole, part, { path, max }, signal) =>
    turn(async () => {
      const task = { size: whole.size, ...part, withPicture: true, target: path, max }
      let told = await byPackets(task, whole.name, signal)
      // Without video, a long part may still fit.
      if ('tooLarge' in told) told = await byPackets({ ...task, withPicture: false }, whole.name, signal)
      if ('away' in told) throw new Error("the recording couldn't be read from the file store")
      if ('fault' in told) {
        log.warn({ fault: told.fault }, 'a part of a recording could not be cut out')
        return undefined
      }
      if ('nothing' in told || 'tooLarge' in told) return undefined
      if (!('unreadable' in told)) return told
      const sound = await byProgram(whole, part, path, signal)
      return sound === undefined || sound.size > max ? undefined : { ...sound, begins: part.from, picture: undefined }
    })
}

/** Reads a range into a buffer that can be transferred. */
async function readBytes(files: Pick<Files, 'get'>, name: string, first: number, last: number) {
  const stored = await files.get(name, { first, last })
  if (stored === undefined) return undefined
  const bytes = new Uint8Array(last - first + 1)
  let at = 0
  for await (const chunk of stored.body as AsyncIterable<Uint8Array>) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return at === bytes.length ? bytes : undefined
}
