import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { computeDigests, readDigests } from '../scripts/clients/generate-typescript.ts'
import { printPython } from '../scripts/clients/print-python.ts'
import { printMigrationsHash } from '../scripts/dump-schema.ts'
import { findMessages, printMessageKeys } from '../scripts/languages/find-messages.ts'
import { printCatalog, TRANSLATED } from '../scripts/languages/print-catalogs.ts'
import { printContract } from '../scripts/print-contract.ts'
import { printDescription } from '../scripts/print-description.ts'
import { printSettings } from '../scripts/print-settings.ts'
import { printToolGuide, printTools } from '../scripts/print-tools.ts'

const committed = (name: string) => readFile(new URL(`../${name}`, import.meta.url), 'utf8')
const hint = 'npm run generate'

describe('generated files are fresh', () => {
  it('openapi.json describes the catalog', async () => {
    expect(await committed('openapi.json'), hint).toBe(printDescription())
  })

  it('clients/typescript/src/generated is what its generator made of openapi.json', () => {
    expect(computeDigests(printDescription()), hint).toEqual(readDigests())
  })

  it('clients/python has the types and methods of openapi.json', async () => {
    for (const [name, source] of Object.entries(printPython(printDescription())))
      expect(await committed(`clients/python/src/parley_client/${name}`), hint).toBe(source)
  })

  it('.env.example lists the settings', async () => {
    expect(await committed('.env.example'), hint).toBe(printSettings())
  })

  it('docs/contract.md lists the checks', async () => {
    expect(await committed('docs/contract.md'), hint).toBe(printContract())
  })

  it('tools.json and docs/tools.md list the tools', async () => {
    expect(await committed('tools.json'), hint).toBe(printTools())
    expect(await committed('docs/tools.md'), hint).toBe(printToolGuide())
  })

  it('src/locales has the messages of the sources', async () => {
    const messages = findMessages()
    expect(await committed('src/locales/keys.json'), hint).toBe(printMessageKeys(messages))
    for (const language of TRANSLATED)
      expect(await committed(`src/locales/${language}.json`), hint).toBe(printCatalog(language, messages))
  })

  // `generated-schema.test.ts` compares the tables, which takes a database.
  it('schema.sql is of these migrations', async () => {
    expect((await committed('schema.sql')).split('\n')[1], hint).toBe(printMigrationsHash())
  })
})
