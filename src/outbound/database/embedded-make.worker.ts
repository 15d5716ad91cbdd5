/**
 * Creates a new embedded database in a temporary folder and moves it to its place. PGlite accepts every folder with a
 * PG_VERSION file as complete, so a killed process could leave a database that never opens. This runs in a separate
 * thread, which releases its memory when it ends.
 */
import { rename, rm } from 'node:fs/promises'
import { workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { vector } from '@electric-sql/pglite-pgvector'

const { folder } = workerData as { folder: string }
const aside = `${folder}.new`
await rm(aside, { recursive: true, force: true })
const made = await PGlite.create({ dataDir: aside, extensions: { vector } })
await made.close()
// Fails if the folder isn't empty, so that it never replaces files.
await rename(aside, folder)
