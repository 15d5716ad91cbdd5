/**
 * Files in a subfolder of the data folder, readable only by their owner. A file is written under a temporary name and
 * renamed, so it is always complete.
 */
import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ByteRange, Files } from '../../core/files.ts'
import { checkFileName, measureStream } from './measure.ts'

/** Folder of temporary files. No file in the store can have this name. */
const ASIDE = '.aside'

/** @param demandSpace throws if writing to the disk isn't allowed */
export function openFolderFiles(folder: string, demandSpace: () => void = () => {}): Files {
  const home = resolve(folder)
  const toPath = (name: string) => join(home, checkFileName(name))
  return {
    async put(name, body, limits) {
      const path = toPath(name)
      demandSpace()
      const aside = join(home, ASIDE, randomBytes(12).toString('hex'))
      await mkdir(join(home, ASIDE), { recursive: true, mode: 0o700 })
      const hash = createHash('sha256')
      let size = 0
      try {
        await pipeline(
          body,
          measureStream(limits.max, (chunk) => {
            size += chunk.length
            hash.update(chunk)
          }),
          createWriteStream(aside, { mode: 0o600, flags: 'wx', flush: true }),
        )
        await mkdir(dirname(path), { recursive: true, mode: 0o700 })
        await rename(aside, path)
      } catch (error) {
        await rm(aside, { force: true })
        throw error
      }
      return { size, sha256: hash.digest('hex') }
    },
    async get(name, range) {
      // Opened before reading the size, so that the size belongs to the open file even if the name changes.
      const file = await open(toPath(name), 'r').catch(absent)
      if (file === undefined) return undefined
      try {
        const found = await file.stat()
        if (!found.isFile()) {
          await file.close()
          return undefined
        }
        return { size: found.size, body: file.createReadStream(toReadOptions(range)) as Readable }
      } catch (error) {
        await file.close()
        throw error
      }
    },
    async delete(name) {
      await rm(toPath(name), { force: true })
    },
  }
}

const toReadOptions = (range: ByteRange | undefined) =>
  range === undefined ? {} : { start: range.first, end: range.last }

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
  throw error
}
