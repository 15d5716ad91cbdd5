import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { dumpSchema } from '../scripts/dump-schema.ts'
import { createTestApp } from '../src/testing/create-test-app.ts'

it('schema.sql is what the migrations create, on this engine too', async () => {
  const app = await createTestApp()
  const committed = await readFile(new URL('../schema.sql', import.meta.url), 'utf8')
  expect(await dumpSchema((sql) => app.store.owner.query(sql)), 'npm run generate').toBe(committed)
})
