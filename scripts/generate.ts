/**
 * Writes what is generated: `openapi.json` from the catalog, `schema.sql` from the migrations, `.env.example` from the
 * settings, `docs/contract.md` from the acceptance tests, `tools.json` and `docs/tools.md` from the tools, and the clients
 * in `clients/` from `openapi.json`. The catalogs of languages in `src/locales/` get the messages of the sources.
 * `tests/generated.test.ts` fails when one of them is stale.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openApp } from '../src/app.ts'
import { readConfig } from '../src/core/config.ts'
import { createLog } from '../src/core/log.ts'
import { generateTypeScript } from './clients/generate-typescript.ts'
import { printPython } from './clients/print-python.ts'
import { dumpSchema } from './dump-schema.ts'
import { findMessages, printMessageKeys } from './languages/find-messages.ts'
import { printCatalog, TRANSLATED } from './languages/print-catalogs.ts'
import { printContract } from './print-contract.ts'
import { printDescription } from './print-description.ts'
import { printSettings } from './print-settings.ts'
import { printToolGuide, printTools } from './print-tools.ts'

const root = new URL('../', import.meta.url)
const description = printDescription()
await writeFile(new URL('openapi.json', root), description)
generateTypeScript(description)
for (const [name, source] of Object.entries(printPython(description)))
  await writeFile(new URL(`clients/python/src/parley_client/${name}`, root), source)
await writeFile(new URL('.env.example', root), printSettings())
await writeFile(new URL('docs/contract.md', root), printContract())
await writeFile(new URL('tools.json', root), printTools())
await writeFile(new URL('docs/tools.md', root), printToolGuide())
const messages = findMessages()
await writeFile(new URL('src/locales/keys.json', root), printMessageKeys(messages))
for (const language of TRANSLATED)
  await writeFile(new URL(`src/locales/${language}.json`, root), printCatalog(language, messages))
const folder = await mkdtemp(join(tmpdir(), 'parley-generate-'))
const app = await openApp(readConfig({ DATA_DIR: folder }), createLog('warn'))
await writeFile(new URL('schema.sql', root), await dumpSchema((sql) => app.store.owner.query(sql)))
await app.close()
await rm(folder, { recursive: true })
