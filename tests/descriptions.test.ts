/** Laws over the descriptions and errors of the REST API: operations that they mention exist. */
import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { operations } from '../src/catalog.ts'
import { describeOperations } from '../src/inbound/http/openapi.ts'

const MENTION = /`(GET|POST|PUT|PATCH|DELETE) (\/[^\s`\\]*)\\?`/g

const known = new Set(operations.map(({ rest }) => `${rest.method} ${rest.path}`).concat('POST /mcp'))

function* descriptionsIn(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return
  for (const [name, inner] of Object.entries(value)) {
    if (name === 'description' && typeof inner === 'string') yield inner
    else yield* descriptionsIn(inner)
  }
}

it('descriptions mention only operations that exist', () => {
  const descriptions = [...descriptionsIn(describeOperations(operations, 'http://parley.test/v2', '0'))]
  const mentioned = descriptions.flatMap((text) =>
    Array.from(text.matchAll(MENTION), ([, method, path]) => `${method} ${path}`),
  )
  expect(mentioned.length).toBeGreaterThan(0)
  expect(mentioned.filter((mention) => !known.has(mention))).toEqual([])
})

it('error messages mention only operations that exist', () => {
  // Kinds of sources name operations of vendors.
  const files = globSync('src/{core,features,inbound}/**/*.ts').filter(
    (file) => !file.endsWith('.test.ts') && !file.startsWith('src/features/sources/source-kinds/'),
  )
  const mentioned = files.flatMap((file) =>
    Array.from(readFileSync(file, 'utf8').matchAll(MENTION), ([, method, path]) => ({
      file,
      operation: `${method} ${path}`,
    })),
  )
  expect(mentioned.length).toBeGreaterThan(0)
  expect(mentioned.filter(({ operation }) => !known.has(operation))).toEqual([])
})
