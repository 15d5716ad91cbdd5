/** Values that a JSON Schema (as our description has it) accepts, and small ways to break one. */
import fc from 'fast-check'

export type Json = Record<string, unknown>

export interface Known {
  /** Ids of things that exist: a schema of format uuid gets one of them now and then. */
  readonly ids: readonly string[]
  readonly definitions: Readonly<Record<string, Json>>
}

/** Deepest nesting that is generated where a schema sets none. */
const DEPTH = 3

export function valuesOf(schema: Json, known: Known, depth = 0): fc.Arbitrary<unknown> {
  if (typeof schema.$ref === 'string') {
    const name = schema.$ref.split('/').at(-1) ?? ''
    return valuesOf(known.definitions[name] ?? {}, known, depth)
  }
  if ('const' in schema) return fc.constant(schema.const)
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum)
  const choices = (schema.anyOf ?? schema.oneOf) as Json[] | undefined
  if (choices !== undefined) return fc.oneof(...choices.map((choice) => valuesOf(choice, known, depth)))
  if (Array.isArray(schema.allOf)) return valuesOf(Object.assign({}, ...(schema.allOf as Json[])), known, depth)
  if (Array.isArray(schema.type)) {
    return fc.oneof(...schema.type.map((type: unknown) => valuesOf({ ...schema, type }, known, depth)))
  }
  switch (schema.type) {
    case 'object':
      return objectOf(schema, known, depth)
    case 'array':
      return fc.array(valuesOf((schema.items ?? {}) as Json, known, depth + 1), {
        minLength: Number(schema.minItems ?? 0),
        maxLength: Math.min(Number(schema.maxItems ?? 4), Number(schema.minItems ?? 0) + 4),
      })
    case 'string':
      return textOf(schema, known)
    case 'integer':
      return fc.integer({ min: lowest(schema, 1), max: highest(schema, 1) })
    case 'number':
      return fc.double({ min: lowest(schema, 0), max: highest(schema, 0), noNaN: true, noDefaultInfinity: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return fc.jsonValue({ maxDepth: DEPTH }) as fc.Arbitrary<unknown>
  }
}

const lowest = (schema: Json, step: number) =>
  schema.exclusiveMinimum === undefined
    ? Math.max(Number(schema.minimum ?? -1_000_000), -1_000_000_000)
    : Number(schema.exclusiveMinimum) + (step || Number.EPSILON)

const highest = (schema: Json, step: number) =>
  schema.exclusiveMaximum === undefined
    ? Math.min(Number(schema.maximum ?? 1_000_000), 1_000_000_000)
    : Number(schema.exclusiveMaximum) - (step || Number.EPSILON)

function objectOf(schema: Json, known: Known, depth: number): fc.Arbitrary<unknown> {
  const properties = (schema.properties ?? {}) as Record<string, Json>
  const required = new Set((schema.required ?? []) as string[])
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, inner]) => [name, valuesOf(inner, known, depth + 1)]),
  )
  const named = fc.record(fields, { requiredKeys: Object.keys(fields).filter((name) => required.has(name)) })
  const more = schema.additionalProperties
  if (typeof more !== 'object' || more === null || depth > DEPTH) return named
  const keys = textOf((schema.propertyNames ?? { minLength: 1, maxLength: 20 }) as Json, known)
  return fc
    .tuple(named, fc.dictionary(keys, valuesOf(more as Json, known, depth + 1), { maxKeys: 3 }))
    .map(([own, others]) => ({ ...others, ...own }))
}

/** Letters of every width, blanks and signs that mean something to some layer below. */
const LETTERS = fc.oneof(
  { weight: 6, arbitrary: fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 12 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('%', '_', "'", '"', '\\', '</script>', '../', '🚀', 'ß', 'İ', '\u202e', '$1', '{}'),
  },
)

function textOf(schema: Json, known: Known): fc.Arbitrary<string> {
  const { minLength = 0, maxLength = 200 } = schema as { minLength?: number; maxLength?: number }
  switch (schema.format) {
    case 'uuid':
      return known.ids.length === 0
        ? fc.uuid()
        : fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...known.ids) }, fc.uuid())
    case 'date-time':
      return fc
        .date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
        .map((date) => date.toISOString())
    case 'date':
      return fc
        .date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
        .map((date) => date.toISOString().slice(0, 10))
    case 'email':
      return fc.emailAddress()
    case 'uri':
      return fc.webUrl()
  }
  if (typeof schema.pattern === 'string') {
    return fc.stringMatching(new RegExp(schema.pattern)).filter((text) => text.length <= maxLength)
  }
  const fitting = (text: string) => {
    const points = [...text]
    while (points.length < minLength) points.push('a')
    return points.slice(0, maxLength).join('')
  }
  const usual = fc
    .array(LETTERS, { minLength: minLength > 0 ? 1 : 0, maxLength: 4 })
    .map((parts) => fitting(parts.join('')))
  const edge = Math.min(maxLength, 2_000)
  return fc.oneof(
    { weight: 12, arbitrary: usual },
    { weight: 1, arbitrary: fc.constant('a'.repeat(Math.max(minLength, 1))) },
    { weight: 1, arbitrary: fc.constant('🚀'.repeat(edge)) },
  )
}
