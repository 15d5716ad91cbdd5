import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { makeEmptyDatabase } from '../src/testing/empty-database.ts'

/** Frees WebAssembly code whenever V8 may, and reports it. */
const EAGER = ['--stress-wasm-code-gc', '--trace-wasm-code-gc', '--disable-warning=ExperimentalWarning']
const CHURN = `
  import { PGlite } from '@electric-sql/pglite'
  const database = await PGlite.create({ dataDir: process.env.DATABASE_FOLDER })
  await database.exec('create table numbers as select n from generate_series(1, 20000) n')
  for (let turn = 0; turn < 5; turn += 1) await database.query("select string_agg(n::text, ',' order by -n), sum(n) from numbers")
  await database.close()
  console.log('closed')
`
async function run(program: string): Promise<string> {
  const { dataDir, remove } = await makeEmptyDatabase()
  try {
    return spawnSync(process.execPath, [...EAGER, '--input-type=module', '--eval', program], {
      cwd: new URL('..', import.meta.url),
      env: { ...process.env, DATABASE_FOLDER: dataDir },
      encoding: 'utf8',
    }).stdout
  } finally {
    await remove()
  }
}

it('V8 keeps the code of WebAssembly that runs', async () => {
  expect(await run(CHURN)).toMatch(/Freeing \d+/)
  const kept = await run(`
    const { disableWasmCodeGc } = await import(${JSON.stringify(new URL('../src/core/wasm-code.ts', import.meta.url).href)})
    disableWasmCodeGc()
    await (async () => {${CHURN.replace("import { PGlite } from '@electric-sql/pglite'", "const { PGlite } = await import('@electric-sql/pglite')")}})()
  `)
  expect(kept).toMatch(/closed/)
  expect(kept).not.toMatch(/Freeing \d+/)
}, 60_000)
