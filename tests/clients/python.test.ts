/**
 * The Python client: its own tests, and each operation of the catalog against the running service. TEST_PYTHON names a
 * Python 3.11 or later, and TEST_MYPY the type checker.
 */
import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toSnakeCase } from '../../scripts/clients/python-names.ts'
import { operations } from '../../src/catalog.ts'
import { call } from '../../src/testing/call.ts'
import { importFor } from '../../src/testing/import-fixtures.ts'
import { programNamed } from '../../src/testing/programs.ts'
import { wave } from '../../src/testing/sound.ts'
import { createWorld, type World } from '../../src/testing/world.ts'
import { zipArchive } from '../../src/testing/zip-archive.ts'
import { pathOf, type Sample, samplesOf } from '../samples/index.ts'

const python = programNamed('TEST_PYTHON', 'python3')
const mypy = programNamed('TEST_MYPY', 'mypy')
const home = fileURLToPath(new URL('../../clients/python', import.meta.url))

async function run(program: string, args: readonly string[], input = '') {
  const child = spawn(program, args, {
    cwd: home,
    env: { ...process.env, PYTHONPATH: join(home, 'src'), PYTHONDONTWRITEBYTECODE: '1' },
  })
  child.stdin.end(input)
  const [output, errors, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve, reject) => child.on('close', resolve).on('error', reject)),
  ])
  return { output, errors, code }
}

it.runIf(python)('its own tests pass', async () => {
  const { code, errors } = await run(python ?? '', ['-m', 'unittest', 'discover', '--start-directory', 'tests'])
  expect([code, errors]).toEqual([0, expect.stringMatching(/^Ran \d{2,} tests/m)])
})

it.runIf(mypy)('its types hold', async () => {
  const { code, output } = await run(mypy ?? '', ['--cache-dir', '/dev/null', 'src', 'tests'])
  expect([code, output]).toEqual([0, expect.stringContaining('Success')])
})

interface Result {
  readonly error?: string
  readonly keys: string[] | null
  readonly size: number | null
  readonly type: string
}

/** Operations that delete go last, because others need the resource. */
const ordered = operations.toSorted((a, b) => Number(a.id.startsWith('delete')) - Number(b.id.startsWith('delete')))
const reads = ordered.filter(({ rest }) => rest.method === 'GET')
const orders = [
  ...reads.map((operation) => ({ operation, isAsync: true })),
  ...ordered.map((operation) => ({ operation, isAsync: false })),
]

/** Files of operations by ID. */
const FILES: Readonly<Record<string, string>> = {
  putConversationMedia: 'call.wav',
  correctTranscript: 'lines.txt',
  importArchive: 'calls.zip',
}

describe.runIf(python)('every operation', () => {
  let world: World
  let folder: string
  let samples: Readonly<Record<string, Sample>>
  let results: Result[]
  /** Names of the fields that reads return, by operation. */
  const expected = new Map<string, readonly string[]>()
  beforeAll(async () => {
    world = await createWorld()
    const address = await world.app.listen()
    samples = await samplesOf(world, await importFor(world, { applicationExternalID: 'python' }), 'python')
    folder = await mkdtemp(join(tmpdir(), 'parley-python-'))
    await writeFile(join(folder, 'call.wav'), wave({ seconds: 0.1 }))
    await writeFile(join(folder, 'prices.md'), '# Prices\n\nA seat costs 9 euros.')
    await writeFile(join(folder, 'lines.txt'), 'Ann: One.\nBob: Two.\n')
    await writeFile(join(folder, 'calls.zip'), zipArchive([{ name: 'Lines.txt', content: 'Ann: One.\nBob: Two.\n' }]))
    for (const { id, rest } of reads) {
      const { query, headers, caller, ...sample } = samples[id] ?? {}
      const { body } = await call(world.app, caller ?? world.org, 'GET', pathOf(rest.path, sample), {
        ...(query && { query }),
        ...(headers && { headers }),
      })
      expected.set(id, Object.keys(body ?? {}))
    }
    const lines = orders.map(({ operation: { id }, isAsync }) => {
      const { path, query, headers, body, caller } = samples[id] ?? {}
      const named = Object.entries({ ...path, ...query, ...headers }).map(([name, value]) => [toSnakeCase(name), value])
      return JSON.stringify({
        method: toSnakeCase(id),
        isAsync,
        key: (caller ?? world.org).key,
        arguments: { ...Object.fromEntries(named), ...(body !== undefined && { body }) },
        file: join(folder, FILES[id] ?? 'prices.md'),
      })
    })
    const program = fileURLToPath(new URL('run-python-operations.py', import.meta.url))
    const { output, errors } = await run(python ?? '', [program, `${address}/v2`], `${lines.join('\n')}\n`)
    expect(errors).toBe('')
    results = output
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  }, 600_000)
  afterAll(() => rm(folder, { recursive: true }))

  it.each(orders.map(({ operation, isAsync }, index) => [operation.id, isAsync ? 'async' : 'sync', index] as const))(
    '%s succeeds (%s)',
    (id, isAsync, index) => {
      const result = results[index]
      expect(result?.error).toBeUndefined()
      const operation = orders[index]?.operation
      if (operation?.rest.method !== 'GET') return
      if (result?.type === 'bytes') expect(result.size).toBeGreaterThan(0)
      // Reads of the asynchronous client run before any change.
      else if (isAsync === 'async' && result?.type === 'dict') expect(result.keys).toEqual(expected.get(id))
    },
  )
})
