/**
 * Checks whether the file folder belongs to this installation. Two servers with one database and different folders
 * would each have only a part of the files. Therefore the folder contains the ID of the installation, and a process
 * with another folder rejects file operations.
 */
import { access, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { OwnerDatabase } from '../../core/db.ts'
import { AppError } from '../../core/errors.ts'
import type { Files } from '../../core/files.ts'

/** Name of the marker file. No file in the store can have this name. */
const MARKER = '.installation'
/** Number of the newest files of the database that are looked up in a folder without a marker. */
const SAMPLE = 20

export interface FilesHome {
  readonly state: 'ok' | 'misplaced'
  /** Finding and instructions for the operator. */
  readonly detail: string
}

/** Files that should exist according to the database, newest first. */
const STORED = `
  (select organization_id || '/media/' || id as name, created_at from media_files where state = 'kept'
   order by created_at desc limit ${SAMPLE})
  union all
  (select organization_id || '/knowledge/' || id, created_at from knowledge_sources
   where source_type = 'file' and file_arrived and file_removed_at is null
   order by created_at desc limit ${SAMPLE})
  order by created_at desc limit ${SAMPLE}`

/**
 * Checks the folder. A folder without a marker is marked if it is the first one or contains the files of the database.
 * @param isShared whether other processes may use the database, because it isn't in this data folder
 */
export async function checkFilesHome(owner: OwnerDatabase, folder: string, isShared: boolean): Promise<FilesHome> {
  const home = resolve(folder)
  return owner.transact(async (query) => {
    const [identity] = await query<{ id: string; isMarked: boolean }>(
      `select id, files_marked_at is not null as "isMarked" from installation.identity for update`,
    )
    if (identity === undefined) throw new Error("The database doesn't contain the ID of its installation.")
    const { id, isMarked } = identity
    const found = await markerIn(home)
    if (found === id) return { state: 'ok', detail: home }
    if (found !== undefined) {
      const detail = `The files in ${home} belong to another installation (${found}), not to the one of this database (${id}). Set DATA_DIR to the folder of this installation.`
      return { state: 'misplaced', detail }
    }
    const names = await query<{ name: string }>(STORED)
    const there = await Promise.all(names.map(({ name }) => isThere(join(home, name))))
    const hasFiles = there.includes(true)
    if (hasFiles || (names.length === 0 && !(isMarked && isShared))) {
      await writeMarker(home, id)
      await query('update installation.identity set files_marked_at = now() where files_marked_at is null')
      return { state: 'ok', detail: home }
    }
    const missing =
      names.length === 0
        ? 'Another server of this installation stores its files in another folder.'
        : `None of the ${names.length} newest files of the database exists.`
    return {
      state: 'misplaced',
      detail: `The folder ${home} isn't the one with the files of this installation. ${missing} Share one folder between all servers, set FILES_URL, or restore the files. If the files are lost, write ${id} to ${join(home, MARKER)} to go on without them.`,
    }
  })
}

/** Rejects all operations on the wrong folder, so that files neither get lost nor seem to be lost. */
export function openMarkedFiles(files: Files, isMisplaced: () => boolean): Files {
  const requireMarker = () => {
    if (isMisplaced()) throw misplacedError()
  }
  return {
    ...files,
    async put(...given) {
      requireMarker()
      return files.put(...given)
    },
    async get(...given) {
      requireMarker()
      return files.get(...given)
    },
    async delete(...given) {
      requireMarker()
      return files.delete(...given)
    },
  }
}

const misplacedError = () =>
  new AppError('unavailable', 'files_misplaced', 'Files misplaced', [
    {
      pointer: '',
      detail:
        "The files of this installation aren't in the folder of this server. Ask the operator to run `parley doctor`.",
    },
  ])

async function markerIn(home: string): Promise<string | undefined> {
  try {
    return (await readFile(join(home, MARKER), 'utf8')).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

async function writeMarker(home: string, id: string): Promise<void> {
  await mkdir(home, { recursive: true, mode: 0o700 })
  const aside = join(home, `${MARKER}.part`)
  await writeFile(aside, `${id}\n`, { mode: 0o600, flush: true })
  await rename(aside, join(home, MARKER))
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )
