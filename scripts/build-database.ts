/**
 * `npm run build:database`: creates the archive of a new embedded database for the installed version of PGlite in
 * `src/outbound/database/`, which is committed. Run it after an update of PGlite; it deletes the former archive.
 */
import { createWriteStream } from 'node:fs'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createBrotliCompress } from 'node:zlib'
import * as tar from 'tar'
import { createWithInitdb, newDatabaseArchive } from '../src/outbound/database/new-database.ts'

/** Window of 16 MB, because most of the 39 MB are copies of the template databases. */
const COMPRESSION = {
  [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
  [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
}

const archive = await newDatabaseArchive()
const folder = await mkdtemp(join(tmpdir(), 'parley-new-database-'))
try {
  const database = join(folder, 'database')
  await createWithInitdb(database)
  for (const name of await readdir(dirname(archive))) {
    if (/^new-database-.*\.tar\.br$/.test(name)) await rm(join(dirname(archive), name))
  }
  const entries = (await readdir(database)).sort()
  const files = tar.create({ cwd: database, portable: true }, entries) as unknown as AsyncIterable<Buffer>
  await pipeline(files, createBrotliCompress({ params: COMPRESSION }), createWriteStream(archive))
} finally {
  await rm(folder, { recursive: true, force: true })
}
const { size } = await stat(archive)
process.stdout.write(`${relative('.', archive)}: ${Math.round(size / 1024)} KiB. Commit ${basename(archive)}.\n`)
