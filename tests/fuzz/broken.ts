/** One thing wrong with a request that is right otherwise, after what its schema says. */
import type { Json, Known } from './values.ts'

export interface Fault {
  /** What was done, for the reader of a failure. */
  readonly fault: string
  readonly value: unknown
}

const resolved = (schema: Json, known: Known): Json =>
  typeof schema.$ref === 'string' ? (known.definitions[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : schema

/** A date-time, or a date alone. */
const isInstant = ({ format, anyOf }: Json) =>
  format === 'date-time' || (Array.isArray(anyOf) && anyOf.some((one) => one.format === 'date-time'))

/** Values that the schema of a body field refuses, whatever else is sent. Empty where everything is taken. */
export function brokenBy(given: Json, known: Known): Fault[] {
  const schema = resolved(given, known)
  const faults: Fault[] = []
  const wrong = (fault: string, value: unknown) => faults.push({ fault, value })
  switch (schema.type) {
    case 'string':
      wrong('a number for text', 17)
      wrong('a list for text', ['a'])
      if (typeof schema.maxLength === 'number' && schema.maxLength <= 10_000) {
        wrong('too long', 'a'.repeat(schema.maxLength + 1))
        wrong('too long in code points', '🚀'.repeat(schema.maxLength + 1))
      }
      if (typeof schema.minLength === 'number' && schema.minLength > 0) wrong('empty', '')
      if (typeof schema.maxLength === 'number') {
        wrong('NUL', 'a\u0000b')
        wrong('half a character', 'a\ud800')
      }
      if (Array.isArray(schema.enum)) wrong('not among the choices', 'none-of-these')
      if (schema.format === 'uuid') wrong('no UUID', '1234')
      if (isInstant(schema)) wrong('no date', 'tomorrow')
      break
    case 'integer':
    case 'number':
      wrong('text for a number', 'seven')
      wrong('a list for a number', [7])
      if (schema.type === 'integer') wrong('a fraction', 1.5)
      if (typeof schema.minimum === 'number') wrong('too small', schema.minimum - 1)
      if (typeof schema.maximum === 'number' && schema.maximum < 1e15) wrong('too large', schema.maximum + 1)
      break
    case 'boolean':
      wrong('a word for a boolean', 'perhaps')
      wrong('a number for a boolean', 17)
      break
    case 'array':
      wrong('an object for a list', { a: 1 })
      wrong('text for a list', 'a,b')
      if (typeof schema.maxItems === 'number' && schema.maxItems <= 1_000) {
        wrong(
          'too many',
          Array.from({ length: schema.maxItems + 1 }, () => 0),
        )
      }
      break
    case 'object':
      wrong('a list for an object', [])
      wrong('text for an object', 'a')
      break
  }
  return faults
}

/** Texts that the schema of a query parameter refuses. */
export function brokenInQuery(schema: Json): Fault[] {
  const faults: Fault[] = []
  const wrong = (fault: string, value: string) => faults.push({ fault, value })
  switch (schema.type) {
    case 'integer':
      for (const value of ['one', '1.5', '', '1e3', '99999999999999999999']) wrong('no whole number', value)
      if (typeof schema.minimum === 'number') wrong('too small', String(schema.minimum - 1))
      if (typeof schema.maximum === 'number') wrong('too large', String(schema.maximum + 1))
      break
    case 'boolean':
      for (const value of ['yes', '', '2', 'tru']) wrong('no boolean', value)
      break
    case 'string':
      if (schema.format === 'uuid') for (const value of ['1234', '', "' or 1=1"]) wrong('no UUID', value)
      else if (schema.format === 'date-time')
        for (const value of ['yesterday', '2026-13-01', '']) wrong('no date', value)
      else if (Array.isArray(schema.enum)) wrong('not among the choices', 'none-of-these')
      else if (typeof schema.maxLength === 'number') {
        wrong('NUL', 'a\u0000')
        if (schema.maxLength <= 5_000) wrong('too long', 'a'.repeat(schema.maxLength + 1))
      }
      break
  }
  return faults
}
