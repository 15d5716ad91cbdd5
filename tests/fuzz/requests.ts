/** Requests of one operation, valid and broken, made after the description and around a sample that works. */
import fc from 'fast-check'
import type { CallOptions } from '../../src/testing/call.ts'
import { pathOf, type Sample } from '../samples/index.ts'
import { brokenBy, brokenInQuery, type Fault } from './broken.ts'
import { type Json, type Known, valuesOf } from './values.ts'

export interface Described {
  readonly path: string
  readonly parameters: readonly { name: string; in: string; required: boolean; schema: Json }[]
  /** Undefined without a body. */
  readonly body: Json | undefined
}

export interface Request {
  readonly path: string
  readonly options: CallOptions
  /** What is wrong with it; undefined for a valid one. */
  readonly fault?: string
}

export function describedIn(description: Json, path: string, method: string): Described {
  const operation = (description.paths as Record<string, Record<string, Json>>)[path]?.[method.toLowerCase()] ?? {}
  const content = (operation.requestBody as { content?: Record<string, { schema: Json }> } | undefined)?.content
  return {
    path,
    parameters: (operation.parameters ?? []) as Described['parameters'],
    body: content?.['application/json']?.schema ?? content?.['application/scim+json']?.schema,
  }
}

const resolved = (schema: Json, known: Known): Json =>
  typeof schema.$ref === 'string' ? (known.definitions[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : schema

/** Requests that the description takes: fields of the sample, each kept, made anew or (when it may be) left out. */
export function validRequests(described: Described, sample: Sample, known: Known): fc.Arbitrary<Request> {
  const asked = described.parameters.filter((one) => one.in === 'query')
  // Parameters of one family (`filter[crm_field.…]`) stand together or not at all: that is what their rules ask for.
  const families = Map.groupBy(asked, ({ name }) => /^filter\[(\w+)\./.exec(name)?.[1] ?? name)
  const query = fc
    .tuple(
      ...[...families.values()].map((family) => {
        const made = fc.record(
          Object.fromEntries(family.map((one) => [one.name, inQuery(one.schema, known, sample.query?.[one.name])])),
        )
        return family.some(({ required }) => required) ? made : fc.oneof(made, fc.constant({}))
      }),
    )
    .map((parts) => Object.assign({}, ...parts) as Record<string, string>)
  const ids = Object.keys(sample.path ?? {}).map((name) =>
    fc
      .oneof({ weight: 12, arbitrary: fc.constant(sample.path?.[name] ?? '') }, fc.uuid())
      .map((value) => [name, value] as const),
  )
  return fc.tuple(fc.tuple(...ids), query, bodies(described, sample, known)).map(([path, asked, body]) => ({
    path: pathOf(described.path, { path: Object.fromEntries(path) }),
    options: {
      ...(Object.keys(asked).length === 0 ? {} : { query: asked }),
      ...(body === undefined ? {} : { body }),
      ...(sample.headers === undefined ? {} : { headers: sample.headers }),
    },
  }))
}

function inQuery(schema: Json, known: Known, kept: string | undefined): fc.Arbitrary<string> {
  const made = valuesOf(schema, known).map((value) => (Array.isArray(value) ? value.join(',') : String(value)))
  return kept === undefined ? made : fc.oneof(made, fc.constant(kept))
}

function bodies(described: Described, sample: Sample, known: Known): fc.Arbitrary<unknown> {
  if (described.body === undefined || Buffer.isBuffer(sample.body)) return fc.constant(sample.body)
  const schema = resolved(described.body, known)
  const properties = schema.properties as Record<string, Json> | undefined
  const base = sample.body
  if (properties === undefined || typeof base !== 'object' || base === null) return valuesOf(schema, known)
  const required = new Set((schema.required ?? []) as string[])
  const fields = Object.entries(properties).map(([name, inner]) => {
    const kept = (base as Json)[name]
    const made = fc.oneof(
      { weight: 4, arbitrary: fc.constant(kept) },
      { weight: 3, arbitrary: valuesOf(inner, known, 1) },
      { weight: required.has(name) ? 0 : 2, arbitrary: fc.constant(undefined) },
    )
    return made.map((value) => [name, value] as const)
  })
  return fc
    .tuple(...fields)
    .map((made) => ({ ...base, ...Object.fromEntries(made.filter(([, value]) => value !== undefined)) }))
}

/** Requests with one fault each. Undefined when the operation takes nothing that could be wrong. */
export function brokenRequests(described: Described, sample: Sample, known: Known): fc.Arbitrary<Request> | undefined {
  const faults: { fault: string; query?: Record<string, string>; body?: unknown }[] = []
  for (const { name, schema, in: place } of described.parameters) {
    if (place !== 'query') continue
    for (const { fault, value } of brokenInQuery(schema)) {
      faults.push({ fault: `${name}: ${fault}`, query: { ...sample.query, [name]: String(value) } })
    }
  }
  if (described.body !== undefined && !Buffer.isBuffer(sample.body)) {
    const schema = resolved(described.body, known)
    const base = (sample.body ?? {}) as Json
    for (const [name, inner] of Object.entries((schema.properties ?? {}) as Record<string, Json>)) {
      for (const { fault, value } of brokenBy(inner, known) as Fault[]) {
        faults.push({ fault: `${name}: ${fault}`, body: { ...base, [name]: value } })
      }
    }
    for (const name of (schema.required ?? []) as string[]) {
      const { [name]: _, ...rest } = base
      faults.push({ fault: `${name}: missing`, body: rest })
    }
    const text = JSON.stringify(base)
    for (const [fault, body] of [
      ['cut off', text.slice(0, -1)],
      ['a list', '[]'],
      ['text', '"a"'],
      ['nested without end', `{"a":${'['.repeat(20_000)}`],
    ] as const) {
      if (schema.type === 'object' || fault === 'cut off') faults.push({ fault: `the body: ${fault}`, body })
    }
  }
  const path = pathOf(described.path, sample)
  const headers = sample.headers === undefined ? {} : { headers: sample.headers }
  if (faults.length === 0) return undefined
  return fc.constantFrom(...faults).map(({ fault, query, body }) => ({
    path,
    fault,
    options: {
      ...(query === undefined ? (sample.query === undefined ? {} : { query: sample.query }) : { query }),
      ...(body === undefined ? (sample.body === undefined ? {} : { body: sample.body }) : { body }),
      ...headers,
    },
  }))
}
