/**
 * `npm run test:pgbouncer`: laws, imports, search and background work through a real PgBouncer in transaction mode, before
 * the server that TEST_DATABASE_URL names. TEST_PGBOUNCER names the program. Arguments replace the test files.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { pgbouncerCommand, startPgBouncer } from '../src/testing/pgbouncer.ts'
import { expandTestFiles } from './expand-test-files.ts'
import { BEHIND_POOLER } from './test-files.ts'

const server = process.env.TEST_DATABASE_URL
if (!server) throw new Error('TEST_DATABASE_URL must name a PostgreSQL server.')
if (pgbouncerCommand === undefined) throw new Error('There is no pgbouncer. Install it, or name it in TEST_PGBOUNCER.')

const pooler = await startPgBouncer(server, { default_pool_size: 10 })
process.stdout.write(`PgBouncer ${pooler.version.join('.')} in transaction mode\n`)
const files = process.argv.length > 2 ? process.argv.slice(2) : expandTestFiles(BEHIND_POOLER)
// Not synchronous: what the pooler logs must be read, or it stops.
const child = spawn('vitest', ['run', ...files], {
  stdio: 'inherit',
  env: { ...process.env, TEST_DATABASE_URL: pooler.url },
})
const [status] = (await once(child, 'exit')) as [number | null]
await pooler.stop()
process.exitCode = status ?? 1
