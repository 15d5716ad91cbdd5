/** Bodies that make careless code take quadratic time or overflow its stack, about `size` bytes long, by media type. */
import { hostileTranscripts } from '../src/testing/hostile-transcripts.ts'

export interface HostileBody {
  readonly name: string
  readonly type: string
  readonly body: (size: number) => string
}

const JSON_TYPE = 'application/json'
const FORM_TYPE = 'application/x-www-form-urlencoded'
const LINES_TYPE = 'application/x-ndjson'

const repeat = (unit: string, size: number) => unit.repeat(Math.max(1, Math.floor(size / unit.length)))
const numbered = (size: number, one: (index: number) => string, between = ',') => {
  const [first, unit] = [one(100_000), Math.max(1, Math.floor(size / (one(100_000).length + between.length)))]
  return first === '' ? '' : Array.from({ length: unit }, (_, index) => one(index)).join(between)
}

/** Keeps what is made for each size: most routes have the same limit, and making a body costs more than refusing it. */
function keepEach(make: HostileBody['body']): HostileBody['body'] {
  const kept = new Map<number, string>()
  return (size) => {
    const known = kept.get(size) ?? make(size)
    kept.set(size, known)
    return known
  }
}

const json = (name: string, body: HostileBody['body']): HostileBody => ({ name, type: JSON_TYPE, body })
const form = (name: string, body: HostileBody['body']): HostileBody => ({ name, type: FORM_TYPE, body: keepEach(body) })
const lines = (name: string, body: HostileBody['body']): HostileBody => ({ name, type: LINES_TYPE, body })

/** Of a body that is no object, or an object with fields that no operation has. */
export const jsonBodies: readonly HostileBody[] = [
  json('deep arrays', (size) => repeat('[', size / 2) + repeat(']', size / 2)),
  json('deep objects', (size) => `${repeat('{"a":', size * 0.8)}1${'}'.repeat(Math.floor((size * 0.8) / 5))}`),
  json('a wide array', (size) => `[${numbered(size, () => '0')}]`),
  json('many keys', (size) => `{${numbered(size, (index) => `"k${index}":0`)}}`),
  json('one key, many times', (size) => `{${numbered(size, () => '"a":{}')}}`),
].map((one) => ({ ...one, body: keepEach(one.body) }))

/** Arrays of an element that is given as JSON. */
const elementsOf = new Map<string, HostileBody['body']>()
function manyOf(element: string): HostileBody['body'] {
  const known = elementsOf.get(element) ?? keepEach((size) => `[${numbered(size, () => element)}]`)
  elementsOf.set(element, known)
  return known
}
const longText = keepEach((size) => `"${repeat('a ', size)}"`)
const deepArray = keepEach((size) => repeat('[', size / 2) + repeat(']', size / 2))

/** Fields of one operation, each filled with what is worst for it. @param fields names of its body */
export const fieldBodies = (fields: readonly string[], sample: Readonly<Record<string, unknown>>): HostileBody[] =>
  fields.flatMap((field) => {
    const within = (value: string) => {
      const rest = Object.entries(sample).filter(([name]) => name !== field)
      const others = rest.map(([name, one]) => `${JSON.stringify(name)}:${JSON.stringify(one)},`).join('')
      return `{${others}${JSON.stringify(field)}:${value}}`
    }
    const given = sample[field]
    const element = JSON.stringify(Array.isArray(given) && given.length > 0 ? given[0] : 'a')
    return [
      json(`${field}: long text`, (size) => within(longText(size))),
      json(`${field}: many elements`, (size) => within(manyOf(element)(size))),
      json(`${field}: deep`, (size) => within(deepArray(size))),
    ]
  })

export const formBodies: readonly HostileBody[] = [
  form('fields without a value', (size) => repeat('a&', size)),
  form('plus signs', (size) => repeat('+&', size)),
  form('escapes', (size) => repeat('%41&', size)),
  form('one long escaped field', (size) => `form=${repeat('%ff', size)}`),
  form('different names', (size) => numbered(size, (index) => `n${index}=1`, '&')),
  form('separators alone', (size) => repeat('&', size)),
]

export const lineBodies: readonly HostileBody[] = [
  lines('empty lines', (size) => repeat('\n', size)),
  lines('short lines', (size) => repeat('{}\n', Math.min(size, 16 * 1024))),
  lines('one line', (size) => `{"transcript":"${repeat('a ', size)}"}`),
  lines('a line that never ends', (size) => repeat('[', size)),
]

/** A transcript in each form that may be read, as `transcript` of an import. */
export const transcriptBodies: readonly HostileBody[] = Object.entries(hostileTranscripts).map(([name, source]) =>
  json(`transcript: ${name}`, (size) => JSON.stringify({ transcript: source(size) })),
)

const BOUNDARY = 'growth'
const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`
const part = (headers: string, content: string) => `--${BOUNDARY}\r\n${headers}\r\n\r\n${content}\r\n`
const multipart = (name: string, body: HostileBody['body']): HostileBody => ({ name, type: MULTIPART, body })

/** @param file name of the field that carries the file */
export const multipartBodies = (file: string): readonly HostileBody[] => [
  multipart('many parts', (size) => repeat(part('content-disposition: form-data; name="a"', ''), size)),
  multipart('many files', (size) => repeat(part('content-disposition: form-data; name="a"; filename="f"', ''), size)),
  multipart('a long header', (size) => part(`content-disposition: form-data; name="${repeat('a', size)}"`, '')),
  multipart('many headers', (size) => part(repeat('a: b\r\n', size), '')),
  multipart('almost boundaries', (size) =>
    part(
      `content-disposition: form-data; name="${file}"; filename="f"`,
      repeat(`\r\n--${BOUNDARY.slice(0, -1)}`, size),
    ),
  ),
  multipart('no end', (size) => repeat('a', size)),
]
