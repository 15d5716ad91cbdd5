/**
 * Parts of recordings that somebody listens to at the moment. Each is a file without a name: it is cut into a folder of
 * its own, opened, and taken out of the folder, so that it goes when it is let go of, and with the process in any case.
 * It is let go of some minutes after it was last wanted, or sooner when others need its room.
 */
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { ByteRange } from '../core/files.ts'
import type { Log } from '../core/log.ts'
import type { MediaCut, MediaCuts } from '../core/media.ts'
import type { CutFacts, CutMedia } from './media-cutter.ts'

export interface CutLimits {
  /** In bytes, of one part and of all together, those included that are being cut. */
  readonly each: number
  readonly all: number
  readonly count: number
  /** After it was last asked for, or its last listener has gone. */
  readonly idleMs: number
}

const MEGABYTE = 1024 * 1024
const LIMITS: CutLimits = { each: 512 * MEGABYTE, all: 2048 * MEGABYTE, count: 500, idleMs: 600_000 }
const CHUNK_BYTES = 256 * 1024

interface Entry {
  made: Promise<MediaCut | undefined>
  /** While it is being cut: as large as it may become. */
  bytes: number
  isBeingCut: boolean
  listeners: number
  handle: FileHandle | undefined
  timer: NodeJS.Timeout | undefined
}

export function createMediaCuts(cutMedia: CutMedia, log: Pick<Log, 'warn'>, limits: CutLimits = LIMITS): MediaCuts {
  /** Those that were asked for longest ago come first. */
  const entries = new Map<string, Entry>()
  const ended = new AbortController()

  async function letGo(key: string, entry: Entry): Promise<void> {
    if (entries.get(key) === entry) entries.delete(key)
    clearTimeout(entry.timer)
    const { handle } = entry
    entry.handle = undefined
    await handle?.close()
  }

  const held = () => entries.values().reduce((sum, { bytes }) => sum + bytes, 0)

  const hasRoom = () => held() + limits.each <= limits.all && entries.size < limits.count

  /** Others go, but for those that are listened to. @returns whether there is room for one more */
  function makeRoom(): boolean {
    for (const [key, entry] of [...entries]) {
      if (hasRoom()) return true
      if (!entry.isBeingCut && entry.listeners === 0) void letGo(key, entry)
    }
    return hasRoom()
  }

  function begin(key: string, file: Parameters<CutMedia>[0], part: Parameters<CutMedia>[1]): Entry {
    const entry: Entry = {
      ...{ bytes: limits.each, isBeingCut: true, listeners: 0, handle: undefined, timer: undefined },
      made: Promise.resolve(undefined),
    }
    const make = async (): Promise<MediaCut | undefined> => {
      try {
        const facts = await intoFile(cutMedia, file, part, limits.each, ended.signal, (handle) => {
          entry.handle = handle
        })
        entry.bytes = facts?.size ?? 0
        entry.timer = setTimeout(() => {
          // Who listens is not interrupted; the time begins anew when they have gone.
          if (entry.listeners === 0) void letGo(key, entry)
        }, limits.idleMs).unref()
        return facts && { ...facts, open: (range) => read(entry, facts.size, range) }
      } catch (error) {
        // Not the recording's fault, and another time may be better.
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
      const entry = known ?? begin(key, file, part)
      entries.delete(key)
      entries.set(key, entry)
      // That nothing could be cut is not believed for ever.
      if (entry.handle !== undefined) entry.timer?.refresh()
      return entry.made
    },
    async close() {
      ended.abort()
      await Promise.all([...entries.values()].map(({ made }) => made))
      await Promise.all([...entries].map(([key, entry]) => letGo(key, entry)))
    },
  }
}

/** @param keep is handed the file, which has no name any more */
async function intoFile(
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

async function read(entry: Entry, size: number, range: ByteRange | undefined): Promise<Readable | undefined> {
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
