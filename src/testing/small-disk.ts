/** A disk that is easily full: a file system in memory, which only root can mount. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface SmallDisk {
  readonly folder: string
  /** Fills it, but for so many megabytes. */
  fill(freeMegabytes: number): Promise<void>
  empty(): void
  remove(): void
}

/**
 * @param parent folder in which it is mounted
 * @returns undefined, with the reason, where it can't be mounted
 */
export function mountSmallDisk(megabytes: number, parent = tmpdir()): SmallDisk | { readonly reason: string } {
  const folder = mkdtempSync(join(parent, 'parley-disk-'))
  const options = ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]
  const { status, stderr, error } = spawnSync('mount', options, { encoding: 'utf8' })
  if (status !== 0) {
    rmSync(folder, { recursive: true })
    return { reason: (error?.message ?? stderr).trim() }
  }
  const filler = join(folder, 'filler')
  return {
    folder,
    async fill(freeMegabytes) {
      const { bavail, bsize } = await statfs(folder)
      const bytes = Math.max(0, bavail * bsize - freeMegabytes * 1024 * 1024)
      await writeFile(filler, Buffer.alloc(bytes), { flag: 'a' }).catch((error: NodeJS.ErrnoException) => {
        // Somebody else writes to it too.
        if (error.code !== 'ENOSPC') throw error
      })
    },
    empty: () => rmSync(filler, { force: true }),
    remove() {
      spawnSync('umount', ['-l', folder])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
