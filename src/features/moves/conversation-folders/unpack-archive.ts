/** Exports that are ZIP archives, such as those of Slack and Otter: unpacked into a folder that is read like any other. */
import { createWriteStream } from 'node:fs'
import { mkdir, readFile, stat } from 'node:fs/promises'
import { basename, dirname, extname, relative, resolve } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isRecordingName, isTranscriptName, TranscriptFault } from '../../text/transcripts/index.ts'

/** Maximum size of an archive, which is read into memory, of its unpacked files, and their number. */
const ARCHIVE_BYTES_MAX = 1024 ** 3
const UNPACKED_BYTES_MAX = 8 * 1024 ** 3
const FILES_MAX = 200_000

export const isArchiveName = (path: string): boolean => extname(path).toLowerCase() === '.zip'

/**
 * Unpacks recordings and transcripts of an archive into a folder. Other files and paths outside of the folder are skipped.
 * @throws TranscriptFault if the archive is damaged or too large
 */
export async function unpackArchive(path: string, folder: string): Promise<void> {
  if ((await stat(path)).size > ARCHIVE_BYTES_MAX)
    throw new TranscriptFault('The archive has more than 1 GiB. Unpack it, and import the folder.')
  // Loaded here, because most processes never read an archive.
  const { default: JSZip } = await import('jszip')
  let archive: Awaited<ReturnType<typeof JSZip.loadAsync>>
  try {
    archive = await JSZip.loadAsync(await readFile(path))
  } catch {
    throw new TranscriptFault('The archive is damaged. Download it again.')
  }
  const entries = Object.values(archive.files).filter(({ dir, name }) => !dir && isWanted(name))
  if (entries.length > FILES_MAX) throw new TranscriptFault(`The archive has more than ${FILES_MAX} files. Split it.`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  let size = 0
  for (const entry of entries) {
    const target = resolve(folder, entry.name)
    if (relative(folder, target).startsWith('..')) continue
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    const counter = new Transform({
      transform(chunk: Buffer, _, done) {
        size += chunk.length
        done(size > UNPACKED_BYTES_MAX ? new TranscriptFault(TOO_LARGE) : null, chunk)
      },
    })
    try {
      // The stream of the library predates async iteration.
      await pipeline(new Readable().wrap(entry.nodeStream()), counter, createWriteStream(target, { mode: 0o600 }))
    } catch (error) {
      if (error instanceof TranscriptFault) throw error
      throw new TranscriptFault('The archive is damaged. Download it again.')
    }
  }
}

const TOO_LARGE = 'The archive has more than 8 GiB when it is unpacked. Split it.'

const isWanted = (name: string): boolean =>
  (isRecordingName(name) || isTranscriptName(name)) && !basename(name).startsWith('.') && !name.startsWith('__MACOSX')
