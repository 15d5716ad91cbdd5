/**
 * Backup and restore of an embedded installation: its whole data folder in one compressed archive.
 *
 * A backup may be taken while the service runs: it holds a transaction, which on the embedded database keeps every other
 * one out, so that the files stand still while they are read, and a checkpoint has written everything to them.
 */
import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { access, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import * as tar from 'tar'
import type { OwnerDatabase } from '../core/db.ts'

/** Belongs to a running process, not to the data. */
const PASSING = new Set(['socket', 'lock', 'lock-journal', 'database.new'])

/**
 * Writes aside and renames at the end: a file of that name is always a whole backup.
 * @returns its size in bytes
 */
export async function backUp(owner: OwnerDatabase, dataDir: string, file: string): Promise<number> {
  const aside = `${file}.${randomBytes(4).toString('hex')}.part`
  try {
    await owner.transact(async (query) => {
      await query('checkpoint')
      const entries = (await readdir(dataDir)).filter((name) => !PASSING.has(name))
      const archive = tar.create({ cwd: dataDir, gzip: { level: 1 }, portable: true }, entries)
      await pipeline(
        archive as unknown as NodeJS.ReadableStream,
        createWriteStream(aside, { mode: 0o600, flags: 'wx' }),
      )
    })
    await rename(aside, file)
  } catch (error) {
    await rm(aside, { force: true })
    throw error
  }
  return (await stat(file)).size
}

/** @throws Error when the folder holds anything, or the archive is no backup of ours. Nothing is left behind then. */
export async function restore(file: string, dataDir: string): Promise<void> {
  const target = resolve(dataDir)
  const there = await readdir(target).catch(() => [])
  if (there.length > 0) throw new Error(`The data folder ${dataDir} is not empty; restore into a new one.`)
  await mkdir(dirname(target), { recursive: true })
  const aside = join(dirname(target), `.${basename(target)}.${randomBytes(4).toString('hex')}`)
  await mkdir(aside, { mode: 0o700 })
  try {
    const extract = tar.extract({ cwd: aside, strict: true })
    await pipeline(createReadStream(file), extract as unknown as NodeJS.WritableStream)
    await access(join(aside, 'database', 'PG_VERSION')).catch(() => {
      throw new Error('This file is not a backup of Parley.')
    })
    // Over nothing, or the empty folder that was looked at above.
    await rename(aside, target)
  } catch (error) {
    await rm(aside, { recursive: true, force: true })
    throw error
  }
}
