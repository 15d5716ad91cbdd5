/** The API description states which operations need a body, and the service agrees. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { operations } from '../src/catalog.ts'
import { call } from '../src/testing/call.ts'
import { importFor } from '../src/testing/import-fixtures.ts'
import { createWorld, type World } from '../src/testing/world.ts'
import { root } from './repository-files.ts'
import { pathOf, type Samples, samplesOf } from './samples/index.ts'

let world: World
let samples: Samples
beforeAll(async () => {
  world = await createWorld()
  samples = await samplesOf(world, await importFor(world, { applicationExternalID: 'bodies' }), 'bodies')
}, 300_000)

interface Described {
  readonly requestBody?: { readonly required: boolean }
}
const description: { paths: Record<string, Record<string, Described>> } = JSON.parse(
  readFileSync(join(root, 'openapi.json'), 'utf8'),
)
const withBodies = operations.flatMap(({ id, rest: { method, path } }) => {
  const described = description.paths[path]?.[method.toLowerCase()]
  return described?.requestBody === undefined ? [] : [{ id, method, path, ...described.requestBody }]
})

describe('a body without fields', () => {
  it.each(withBodies)('of $id is described truly', async ({ id, method, path, required }) => {
    const sample = samples[id] ?? {}
    const { query, headers, caller } = sample
    const { status, text } = await call(world.app, caller ?? world.org, method, pathOf(path, sample), {
      ...{ body: {}, ...(query && { query }), ...(headers && { headers }) },
    })
    const isRefused = status === 400 || status === 415 || status === 422
    expect([isRefused, status, isRefused === required ? '' : text]).toEqual([required, status, ''])
  })
})
