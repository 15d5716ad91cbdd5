/**
 * Whether the folder of files is the one of this installation. Two servers on one database whose folders differ would each
 * find half of the files; so the folder carries the ID of the installation, and a process that looks elsewhere uses none.
 */
import { access, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { OwnerDatabase } from '../core/db.ts'
import { AppError } from '../core/errors.ts'
import type { Files } from '../core/files.ts'

/** A name that no file can have. */
const MARKER = '.installation'
/** Files of the database that are looked for in a folder without a marker, newest first. */
const SAMPLE = 20

export interface FilesHome {
  readonly state: 'ok' | 'misplaced'
  /** For the operator: what was found, and what to do. */
  readonly detail: string
}

/** Every file that the database knows to be stored, newest first. */
const STORED = `
  (select organization_id || '/media/' || id as name, created_at from media_files where state = 'kept'
   order by created_at desc limit ${SAMPLE})
  union all
  (select organization_id || '/knowledge/' || id, created_at from knowledge_sources
   where source_type = 'file' and file_arrived and file_removed_at is null
   order by created_at desc limit ${SAMPLE})
  order by created_at desc limit ${SAMPLE}`

/**
 * Looks, and marks a folder that has no marker when it is the first one or has the files of the database.
 * @param isShared whether other processes may use the database: it isn't the one of this data folder
 */
export async function checkFilesHome(owner: OwnerDatabase, folder: string, isShared: boolean): Promise<FilesHome> {
  const home = resolve(folder)
  return owner.transact(async (query) => {
    const [identity] = await query<{ id: string; isMarked: boolean }>(
      `select id, files_marked_at is not null as "isMarked" from installation.identity for update`,
    )
    if (identity === undefined) throw new Error('The database has lost the ID of its installation.')
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
      await mark(home, id)
      await query('update installation.identity set files_marked_at = now() where files_marked_at is null')
      return { state: 'ok', detail: home }
    }
    const missing =
      names.length === 0
        ? 'Another server of this installation keeps its files in another folder.'
        : `None of the ${names.length} newest files of the database is there.`
    return {
      state: 'misplaced',
      detail: `The folder ${home} isn't the one with the files of this installation. ${missing} Share one folder between all servers, set FILES_URL, or restore the files. If the files are lost, write ${id} to ${join(home, MARKER)} to go on without them.`,
    }
  })
}

/** Refuses every use of a folder that isn't the right one: nothing is lost there, and nothing seems to be lost. */
export function openMarkedFiles(files: Files, isMisplaced: () => boolean): Files {
  const demand = () => {
    if (isMisplaced()) throw misplaced()
  }
  return {
    ...files,
    async put(...given) {
      demand()
      return files.put(...given)
    },
    async get(...given) {
      demand()
      return files.get(...given)
    },
    async delete(...given) {
      demand()
      return files.delete(...given)
    },
  }
}

const misplaced = () =>
  new AppError('unavailable', 'files_misplaced', 'Files misplaced', [
    {
      pointer: '',
      detail:
        "The files of this installation aren't where this server looks for them. Ask the operator to run `parley doctor`.",
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

async function mark(home: string, id: string): Promise<void> {
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
