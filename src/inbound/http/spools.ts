/**
 * Temporary storage of uploads, with limits for their number, per organization and in total, and for their disk space.
 * Each process has its own folder. Folders of dead processes are deleted when another process starts.
 */
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, stat, statfs } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { TransferSettings } from '../../core/config.ts'
import { AppError } from '../../core/errors.ts'
import type { Log } from '../../core/log.ts'

const RETRY_SECONDS = 10
/** Minimum free disk space that uploads leave. */
const FREE_MIN = 64 * 1024 * 1024
/** Age at which a folder of another machine counts as abandoned. Longer than any upload takes. */
const STALE_MS = 86_400_000
const NAME = /^(.+)~(\d+)~[0-9a-f]{16}$/

export interface Spool {
  readonly folder: string
  /** Counts received bytes. @throws AppError `upload_space` if the disk space for uploads is exhausted */
  grow(bytes: number): void
  /** Deletes the file. */
  close(): Promise<void>
}

export interface Spools {
  /**
   * @param announced length of the body from the client, if known
   * @throws AppError `too_many_uploads`, `uploads_busy`, `upload_space`
   */
  open(organization: string, announced: number | undefined): Promise<Spool>
  /** Deletes folders of processes that no longer exist. */
  removeLeftBehind(): Promise<void>
  close(): Promise<void>
}

type SpoolSettings = Pick<TransferSettings, 'uploads' | 'uploadsPerOrganization' | 'uploadsBytes' | 'uploadsDir'>

/** Folders in use by this process. */
const own = new Set<string>()

export function createSpools(settings: SpoolSettings, log: Pick<Log, 'warn'>): Spools {
  const { uploadsDir } = settings
  const name = `${hostname().replaceAll('~', '-')}~${process.pid}~${randomBytes(8).toString('hex')}`
  const byOrganization = new Map<string, number>()
  let openNow = 0
  let reserved = 0
  let made: Promise<unknown> | undefined
  own.add(name)

  function enter(organization: string): () => void {
    const ofOrganization = byOrganization.get(organization) ?? 0
    if (ofOrganization >= settings.uploadsPerOrganization) throw tooMany(settings.uploadsPerOrganization)
    if (openNow >= settings.uploads) throw busyError()
    openNow++
    byOrganization.set(organization, ofOrganization + 1)
    return () => {
      openNow--
      const left = (byOrganization.get(organization) ?? 1) - 1
      if (left > 0) byOrganization.set(organization, left)
      else byOrganization.delete(organization)
    }
  }

  async function freeSpace(): Promise<number> {
    const { bavail, bsize } = await statfs(uploadsDir)
    return bavail * bsize - FREE_MIN
  }

  return {
    async open(organization, announced = 0) {
      const leave = enter(organization)
      let reservedHere = announced
      reserved += announced
      const release = () => {
        leave()
        reserved -= reservedHere
      }
      try {
        if (reserved > settings.uploadsBytes) throw noSpace()
        made ??= mkdir(join(uploadsDir, name), { recursive: true, mode: 0o700 })
        await made
        if (announced > (await freeSpace())) throw noSpace()
        const folder = await mkdtemp(join(uploadsDir, name, 'upload-'))
        let arrived = 0
        let isOpen = true
        return {
          folder,
          grow(bytes) {
            arrived += bytes
            const more = Math.max(0, arrived - reservedHere)
            reservedHere += more
            reserved += more
            if (reserved > settings.uploadsBytes) throw noSpace()
          },
          async close() {
            if (!isOpen) return
            isOpen = false
            try {
              await rm(folder, { recursive: true, force: true })
            } finally {
              release()
            }
          },
        }
      } catch (error) {
        release()
        if (made !== undefined && !(error instanceof AppError)) made = undefined
        throw error
      }
    },
    async removeLeftBehind() {
      for (const found of await readdir(uploadsDir).catch(() => [])) {
        if (own.has(found) || (await isInUse(join(uploadsDir, found), found))) continue
        await rm(join(uploadsDir, found), { recursive: true, force: true }).catch((error: Error) =>
          log.warn({ error: error.message }, 'uploads that a process has left behind could not be removed'),
        )
      }
    },
    async close() {
      own.delete(name)
      await rm(join(uploadsDir, name), { recursive: true, force: true })
    },
  }
}

/** Whether a folder is in use. Also true for folders that Parley didn't create. */
async function isInUse(path: string, name: string): Promise<boolean> {
  const [, host, pid] = NAME.exec(name) ?? []
  if (host === undefined) return true
  if (host === hostname().replaceAll('~', '-')) return Number(pid) !== process.pid && isRunning(Number(pid))
  const found = await stat(path).catch(() => undefined)
  return found !== undefined && Date.now() - found.mtimeMs < STALE_MS
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

const spoolError = (kind: 'too_many_requests' | 'unavailable', code: string, title: string, detail: string) =>
  new AppError(kind, code, title, [{ pointer: '', detail }], RETRY_SECONDS)

const tooMany = (most: number) =>
  spoolError(
    'too_many_requests',
    'too_many_uploads',
    'Too many uploads',
    `Your organization is already sending ${most} files, which is the maximum. Wait until one is complete, then try again.`,
  )

const busyError = () =>
  spoolError(
    'unavailable',
    'uploads_busy',
    'Too many uploads',
    'The service is receiving the maximum number of files. Try again later.',
  )

const noSpace = () =>
  spoolError(
    'unavailable',
    'upload_space',
    'No space for uploads',
    'The disk space for uploads is used up. Try again later.',
  )
