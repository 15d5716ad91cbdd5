/**
 * Creates a new embedded database in a temporary folder and moves it to its place. PGlite accepts every folder with a
 * PG_VERSION file as complete, so a killed process could leave a database that never opens. This runs in a separate
 * thread, which releases its memory when it ends.
 */
import { rename, rm } from 'node:fs/promises'
import { workerData } from 'node:worker_threads'
import { createDatabase } from './new-database.ts'

const { folder } = workerData as { folder: string }
const aside = `${folder}.new`
await rm(aside, { recursive: true, force: true })
await createDatabase(aside)
// Fails if the folder isn't empty, so that it never replaces files.
await rename(aside, folder)
