/**
 * Files of a new embedded database. `initdb` takes several seconds of processor time to create them, and the result depends
 * only on the version of PGlite. So the repository contains them in an archive for the installed version, which
 * `npm run build:database` creates (docs/decisions/0111).
 */
import { createReadStream, existsSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { createBrotliDecompress } from 'node:zlib'
import { PGlite } from '@electric-sql/pglite'
import { vector } from '@electric-sql/pglite-pgvector'
import * as tar from 'tar'

/** Path of the archive for the installed version of PGlite. It doesn't exist while a new version is tried out. */
export async function newDatabaseArchive(): Promise<string> {
  const manifest = new URL('../package.json', import.meta.resolve('@electric-sql/pglite'))
  const { version } = JSON.parse(await readFile(manifest, 'utf8')) as { version: string }
  return fileURLToPath(new URL(`./new-database-${version}.tar.br`, import.meta.url))
}

/** @param folder gets the files; its parent folder exists */
export async function createDatabase(folder: string): Promise<void> {
  const archive = await newDatabaseArchive()
  if (!existsSync(archive)) return await createWithInitdb(folder)
  await mkdir(folder, { mode: 0o700 })
  const extract = tar.extract({ cwd: folder, strict: true })
  await pipeline(createReadStream(archive), createBrotliDecompress(), extract as unknown as NodeJS.WritableStream)
}

/** @param folder gets the files; its parent folder exists */
export async function createWithInitdb(folder: string): Promise<void> {
  const database = await PGlite.create({ dataDir: folder, extensions: { vector } })
  await database.close()
}
