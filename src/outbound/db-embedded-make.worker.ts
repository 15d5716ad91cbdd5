/**
 * Makes a new embedded database aside and moves it into place whole. PGlite takes every folder with a PG_VERSION for a
 * finished one, so a process killed while it still wrote the files would leave one that never opens again. A thread of
 * its own, which gives the memory of the making back when it ends.
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
// Over nothing, or an empty folder: this fails rather than take the place of files.
await rename(aside, folder)
