/** ZIP archives as arguments of commands, which read folders. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { isArchiveName, unpackArchive } from '../features/moves/conversation-folders/index.ts'
import { TranscriptFault } from '../features/text/transcripts/index.ts'
import { UsageError } from './usage-error.ts'

/**
 * Runs a command with folders instead of archives. The folders are removed afterwards. The name of a folder ends with
 * the name of its archive, so that messages name it.
 * @throws UsageError if an archive can't be unpacked
 */
export async function withUnpacked<T>(
  paths: readonly string[],
  run: (paths: readonly string[]) => Promise<T>,
): Promise<T> {
  const folders: string[] = []
  try {
    const unpacked: string[] = []
    for (const path of paths) {
      if (!isArchiveName(path)) {
        unpacked.push(path)
        continue
      }
      const folder = await mkdtemp(join(tmpdir(), 'parley-import-'))
      folders.push(folder)
      const target = join(folder, basename(path))
      await unpack(path, target)
      unpacked.push(target)
    }
    return await run(unpacked)
  } finally {
    await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })))
  }
}

async function unpack(path: string, target: string): Promise<void> {
  try {
    await unpackArchive(path, target)
  } catch (error) {
    if (error instanceof TranscriptFault) throw new UsageError(`The archive ${path} can't be read: ${error.message}`)
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new UsageError(`The file or folder ${path} doesn't exist.`)
    throw error
  }
}
