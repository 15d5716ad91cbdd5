/** The product's own endpoint over the suite's fixtures: says its address and a key, then serves until it is ended. */
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openApp } from '../../src/app.ts'
import { newId } from '../../src/core/clock.ts'
import { readConfig } from '../../src/core/config.ts'
import { createLog } from '../../src/core/log.ts'
import type { OrganizationId } from '../../src/core/principal.ts'
import { issueKey } from '../../src/features/accounts/api-keys/index.ts'
import { createOrganization } from '../../src/features/accounts/identity/index.ts'
import { createHttpApp } from '../../src/http-app.ts'
import { createFixtureServer } from './fixtures.ts'

const folder = mkdtempSync(join(tmpdir(), 'parley-fixtures-'))
const config = readConfig({ DATA_DIR: folder, EMBEDDING_PROVIDER: 'none', LIMIT_SECOND: '1000' })
const app = await openApp(config, createLog('warn'))
const org = newId() as OrganizationId
const founded = { name: 'Fixtures', domains: ['fixtures.example'], adminEmail: 'admin@fixtures.example' }
await createOrganization(app.store.of(org), org, app.clock, founded)
const { token } = await issueKey(app.store.of(org), org, app, { name: 'conformance' })
const server = createHttpApp(app, { serverFor: createFixtureServer })
await server.listen({ port: 0, host: '127.0.0.1' })
const url = `http://localhost:${(server.server.address() as AddressInfo).port}`
app.servedAt(url)

process.once('SIGTERM', async () => {
  await server.close()
  await app.close()
  rmSync(folder, { recursive: true })
  process.exit(0)
})
process.stdout.write(`${JSON.stringify({ url, key: token })}\n`)
