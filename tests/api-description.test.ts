/** The API description as generators of clients read it. */
import { describe, expect, it } from 'vitest'
import { operations } from '../src/catalog.ts'
import { describeOperations } from '../src/inbound/http/openapi.ts'

type Json = Record<string, unknown>
const document = describeOperations(operations, 'https://parley.example/v2', '0.0.0')
const components = document.components as Record<string, Json>
const text = JSON.stringify(document)

/** Values of a key anywhere in the description. */
function* valuesOf(key: string, part: unknown): Generator<unknown> {
  if (part === null || typeof part !== 'object') return
  for (const [name, value] of Object.entries(part)) {
    if (name === key && typeof value === 'string') yield value
    yield* valuesOf(key, value)
  }
}

/** Paths of properties without a description. References and constants need none. */
function* findUndescribed(path: string, schema: unknown): Generator<string> {
  if (schema === null || typeof schema !== 'object') return
  const { properties = {}, items, additionalProperties, anyOf = [], oneOf = [], allOf = [] } = schema as Schema
  for (const [name, property] of Object.entries(properties)) {
    if (![property, property.items ?? {}].some(isDescribed) && !('const' in property)) yield `${path}.${name}`
    yield* findUndescribed(`${path}.${name}`, property)
  }
  for (const inner of [items, additionalProperties]) yield* findUndescribed(`${path}[]`, inner)
  for (const part of [...anyOf, ...oneOf, ...allOf]) yield* findUndescribed(path, part)
}

interface Schema extends Json {
  readonly properties?: Record<string, Schema>
  readonly items?: Schema
  readonly additionalProperties?: unknown
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
}

const isDescribed = (schema: Json): boolean => Boolean(schema.description) || '$ref' in schema

describe('the API description', () => {
  const refs = new Set(valuesOf('$ref', document))

  it('contains all that it refers to', () => {
    expect(refs.size).toBeGreaterThan(100)
    for (const ref of refs) {
      const [, , kind = '', name = ''] = String(ref).split('/')
      expect(Object.keys(components[kind] ?? {}), String(ref)).toContain(name)
    }
  })

  it('refers to each shared response and parameter', () => {
    for (const kind of ['responses', 'parameters']) {
      for (const name of Object.keys(components[kind] ?? {})) expect(refs).toContain(`#/components/${kind}/${name}`)
    }
  })

  it('defines each error once', () => {
    for (const { $ref, description } of Object.values(document.paths as Record<string, Json>)
      .flatMap((path) => Object.values(path))
      .flatMap((operation) => Object.entries((operation as { responses: Json }).responses))
      .filter(([status]) => Number(status) >= 400)
      .map(([, response]) => response as Json)) {
      expect([typeof $ref, description]).toEqual(['string', undefined])
    }
  })

  it('describes every field and parameter', () => {
    const operationsOfPaths = Object.values(document.paths as Record<string, Record<string, Json>>).flatMap((path) =>
      Object.values(path),
    )
    const parameters = operationsOfPaths.flatMap(({ operationId, parameters }) =>
      (parameters as Json[]).filter((parameter) => !isDescribed(parameter)).map(({ name }) => `${operationId}?${name}`),
    )
    const fields = Object.entries(components.schemas ?? {}).flatMap(([name, schema]) => [
      ...findUndescribed(name, schema),
    ])
    expect(Object.keys(components.schemas ?? {}).length).toBeGreaterThan(100)
    expect([...new Set([...fields, ...parameters])]).toEqual([])
  })

  // Python's `re` and RE2 know neither Unicode properties nor lookbehinds of JavaScript.
  it('has patterns that other languages can compile', () => {
    const patterns = [...valuesOf('pattern', document)].map(String)
    expect(patterns.length).toBeGreaterThan(10)
    expect(patterns.filter((pattern) => /\\p\{|\(\?<[=!]|\\u\{/.test(pattern))).toEqual([])
    expect(text).not.toContain('undefined')
  })
})
