/**
 * Cache of recently played cuts. Each cut is written to a temporary file, which is opened and unlinked, so that it
 * disappears when it is closed or the process ends. A cut is closed some minutes after its last use, or earlier if
 * other cuts need the space.
 */
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { ByteRange } from '../../core/files.ts'
import type { Log } from '../../core/log.ts'
import type { MediaCut, MediaCuts } from '../../core/media.ts'
import type { CutFacts, CutMedia } from './cutter.ts'

export interface CutLimits {
  /** Maximum size of a cut, and of all cuts together, in bytes. Includes cuts in progress. */
  readonly each: number
  readonly all: number
  readonly count: number
  /** Time in milliseconds that a cut is kept after its last use. */
  readonly idleMs: number
}

const MEGABYTE = 1024 * 1024
const LIMITS: CutLimits = { each: 512 * MEGABYTE, all: 2048 * MEGABYTE, count: 500, idleMs: 600_000 }
const CHUNK_BYTES = 256 * 1024

interface CutEntry {
  made: Promise<MediaCut | undefined>
  /** Size of the cut. While it is being cut, its maximum size. */
  bytes: number
  isBeingCut: boolean
  listeners: number
  handle: FileHandle | undefined
  timer: NodeJS.Timeout | undefined
}

export function createMediaCuts(cutMedia: CutMedia, log: Pick<Log, 'warn'>, limits: CutLimits = LIMITS): MediaCuts {
  /** Least recently used first. */
  const entries = new Map<string, CutEntry>()
  const ended = new AbortController()

  async function releaseEntry(key: string, entry: CutEntry): Promise<void> {
    if (entries.get(key) === entry) entries.delete(key)
    clearTimeout(entry.timer)
    const { handle } = entry
    entry.handle = undefined
    await handle?.close()
  }

  const sumHeldBytes = () => entries.values().reduce((sum, { bytes }) => sum + bytes, 0)

  const hasRoom = () => sumHeldBytes() + limits.each <= limits.all && entries.size < limits.count

  /** Closes unused cuts. @returns whether there is space for one more */
  function makeRoom(): boolean {
    for (const [key, entry] of [...entries]) {
      if (hasRoom()) return true
      if (!entry.isBeingCut && entry.listeners === 0) void releaseEntry(key, entry)
    }
    return hasRoom()
  }

  function startCut(key: string, file: Parameters<CutMedia>[0], part: Parameters<CutMedia>[1]): CutEntry {
    const entry: CutEntry = {
      ...{ bytes: limits.each, isBeingCut: true, listeners: 0, handle: undefined, timer: undefined },
      made: Promise.resolve(undefined),
    }
    const make = async (): Promise<MediaCut | undefined> => {
      try {
        const facts = await cutIntoFile(cutMedia, file, part, limits.each, ended.signal, (handle) => {
          entry.handle = handle
        })
        entry.bytes = facts?.size ?? 0
        entry.timer = setTimeout(() => {
          // Cuts in use stay open; their time restarts after the last reader.
          if (entry.listeners === 0) void releaseEntry(key, entry)
        }, limits.idleMs).unref()
        return facts && { ...facts, open: (range) => read(entry, facts.size, range) }
      } catch (error) {
        // Not cached, because the failure isn't caused by the recording and a retry can succeed.
        entries.delete(key)
        if (!ended.signal.aborted) {
          log.warn({ error: (error as Error).message }, 'a part of a recording could not be cut out')
        }
        return undefined
      } finally {
        entry.isBeingCut = false
      }
    }
    entry.made = make()
    return entry
  }

  return {
    async cut(file, part) {
      const key = `${file.name} ${part.from} ${part.to}`
      const known = entries.get(key)
      if (known === undefined && !makeRoom()) return undefined
      const entry = known ?? startCut(key, file, part)
      entries.delete(key)
      entries.set(key, entry)
      // Failures are cached only for a limited time.
      if (entry.handle !== undefined) entry.timer?.refresh()
      return entry.made
    },
    async close() {
      ended.abort()
      await Promise.all([...entries.values()].map(({ made }) => made))
      await Promise.all([...entries].map(([key, entry]) => releaseEntry(key, entry)))
    },
  }
}

/** @param keep receives the unlinked file */
async function cutIntoFile(
  cutMedia: CutMedia,
  file: Parameters<CutMedia>[0],
  part: Parameters<CutMedia>[1],
  max: number,
  signal: AbortSignal,
  keep: (handle: FileHandle) => void,
): Promise<CutFacts | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-clip-'))
  try {
    const path = join(folder, 'part')
    const facts = await cutMedia(file, part, { path, max }, signal)
    if (facts !== undefined) keep(await open(path, 'r'))
    return facts
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function read(entry: CutEntry, size: number, range: ByteRange | undefined): Promise<Readable | undefined> {
  const { handle } = entry
  if (handle === undefined) return undefined
  entry.listeners++
  const stream = Readable.from(chunks(handle, range ?? { first: 0, last: size - 1 }), { objectMode: false })
  return stream.once('close', () => {
    entry.listeners--
    entry.timer?.refresh()
  })
}

async function* chunks(handle: FileHandle, { first, last }: ByteRange): AsyncGenerator<Buffer> {
  for (let at = first; at <= last; ) {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(Math.min(CHUNK_BYTES, last - at + 1)), {
      position: at,
    })
    if (bytesRead === 0) return
    at += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}
