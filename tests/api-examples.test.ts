/**
 * The API description has an example for each JSON body, which is sent here, and for the response to it.
 * `UPDATE_EXAMPLES=1 npx vitest run tests/api-examples.test.ts` writes the examples again.
 */
import { writeFile } from 'node:fs/promises'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { beforeAll, describe, expect, it } from 'vitest'
import { operations } from '../src/catalog.ts'
import { EXAMPLES_FILE, type Examples, type OperationExample, readExamples } from '../src/inbound/http/examples.ts'
import { describeOperations } from '../src/inbound/http/openapi.ts'
import { call } from '../src/testing/call.ts'
import { createTestApp } from '../src/testing/create-test-app.ts'
import { importFor } from '../src/testing/import-fixtures.ts'
import { createObjectStore } from '../src/testing/object-store.ts'
import { createWorld } from '../src/testing/world.ts'
import { compareProperties, keepStoredValues, toExample } from './api-examples.ts'
import { pathOf, type Sample, samplesOf } from './samples/index.ts'

type Json = Record<string, unknown>
interface Described {
  readonly operationId: string
  readonly requestBody?: { readonly content: Record<string, { readonly schema: Json; readonly example?: unknown }> }
  readonly responses: Record<
    string,
    { readonly content?: Record<string, { readonly schema: Json; readonly example?: unknown }> }
  >
}

const CALL = {
  conversationTitle: 'Initech: renewal',
  startedAt: '2026-03-11T15:00:00Z',
  participants: [
    { name: 'Bob', email: 'bob@acme.example', internal: true },
    { name: 'Ann Lee', email: 'ann@initech.example', internal: false },
  ],
  transcript: {
    segments: [
      ['Bob', 'Shall we begin with the renewal?'],
      ['Ann Lee', 'Yes. The price went up by twelve percent, and we need a reason for that.'],
      ['Bob', 'I will send you the comparison of both plans by Friday.'],
      ['Ann Lee', 'Good. We also look at Globex, and they include support on weekends.'],
    ].map(([speaker, text], at) => ({ speaker, text, start: at * 6, end: at * 6 + 5.5 })),
  },
}

const description = describeOperations(operations, 'https://parley.example/v2', '1.0.0')
const described = new Map(
  Object.values(description.paths as Record<string, Record<string, Described>>)
    .flatMap((path) => Object.values(path))
    .map((operation) => [operation.operationId, operation]),
)
const jsonOf = (content: Described['responses'][string]['content']) => content?.['application/json']
const requestOf = (id: string) => jsonOf(described.get(id)?.requestBody?.content)
const responseOf = (id: string) =>
  Object.entries(described.get(id)?.responses ?? {})
    .filter(([status]) => Number(status) < 300)
    .map(([, { content }]) => jsonOf(content) ?? content?.['application/vcon+json'])
    .find((one) => one !== undefined)

const stored = readExamples()
const sent: Record<string, OperationExample> = {}

/** Bodies that need an object store or another format: operation → what to send instead of its sample. */
const UPLOADS: Record<string, Json> = {
  putConversationMedia: { fileName: 'call.mp4', fileSize: 52_428_800 },
  uploadKnowledgeSource: { title: 'Price list', file_name: 'price-list.pdf', file_size: 482_133 },
}
/** Fields of forms that are sent with a file: operation → what the example of the body shows. */
const FORM_FIELDS: Record<string, Json> = {
  addRecordingPart: { take: 0, part: 0 },
  importArchive: { applicationName: 'recorder', private: true },
}
const TEXT_FORMATS = { 'text/vtt': 'vtt', 'application/x-subrip': 'srt', 'text/plain': 'txt', 'text/markdown': 'md' }

beforeAll(async () => {
  const world = await createWorld(await createTestApp({ files: createObjectStore() }))
  const read = await importFor(world, { ...CALL, applicationExternalID: 'call-1042' })
  const readSamples = await samplesOf(world, read, 'call-1042')
  const written = await importFor(world, { ...CALL, applicationExternalID: 'call-1043' })
  const writeSamples = await samplesOf(world, written, 'call-1043')
  await world.app.drain(world.acme)
  const ask = (
    id: string,
    { rest, requires }: (typeof operations)[number],
    more: Pick<Sample, 'query' | 'headers'> = {},
  ) => {
    const { caller = world.org, ...sample } = (requires.scope === 'read' ? readSamples : writeSamples)[id] ?? {}
    return call(world.app, caller, rest.method, pathOf(rest.path, sample), {
      ...(sample.body === undefined ? {} : { body: UPLOADS[id] ?? sample.body }),
      ...(sample.query === undefined ? {} : { query: sample.query }),
      ...(sample.headers === undefined || UPLOADS[id] !== undefined ? {} : { headers: sample.headers }),
      ...more,
    })
  }
  for (const operation of operations.toSorted((a, b) => turnOf(a) - turnOf(b))) {
    const { id, requires } = operation
    const answer = await ask(id, operation)
    if (answer.status >= 300) throw new Error(`${id} returned ${answer.status}: ${answer.text}`)
    const body = UPLOADS[id] ?? FORM_FIELDS[id] ?? (requires.scope === 'read' ? readSamples : writeSamples)[id]?.body
    const texts: Record<string, string> = {}
    if (id === 'exportConversation') {
      for (const [type, format] of Object.entries(TEXT_FORMATS))
        texts[type] = (await ask(id, operation, { query: { format } })).text
    }
    if (operation.events !== undefined)
      texts['text/event-stream'] = (await ask(id, operation, { headers: { accept: 'text/event-stream' } })).text
    sent[id] = {
      ...(requestOf(id) !== undefined && body !== undefined ? { request: body } : {}),
      ...(responseOf(id) !== undefined && answer.body !== undefined ? { response: answer.body } : {}),
      ...(Object.keys(texts).length > 0 ? { texts } : {}),
    }
  }
  if (process.env.UPDATE_EXAMPLES === undefined) return
  const made: Examples = Object.fromEntries(
    Object.entries(sent)
      .filter(([, example]) => Object.keys(example).length > 0)
      .map(([id, example]): [string, OperationExample] => [
        id,
        keepStoredValues(stored[id], toExample(example)) as OperationExample,
      ])
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )
  await writeFile(EXAMPLES_FILE, `${JSON.stringify(made, null, 2)}\n`)
})

/** Reads first. Changes of the transcript and deletions are last, because other requests show their conversation. */
function turnOf({ id, requires }: (typeof operations)[number]): number {
  if (requires.scope === 'read') return 0
  return id.startsWith('delete') ? 3 : id in UPLOADS || /^(correct|update)Transcript|^update.*Title/.test(id) ? 2 : 1
}

const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
ajv.addSchema({ $id: 'api', ...description })
function validator(schema: Json): ValidateFunction {
  const ref = typeof schema.$ref === 'string' ? { $ref: `api${schema.$ref}` } : schema
  return ajv.compile(ref)
}

function expectValid(schema: Json, value: unknown): void {
  const isValid = validator(schema)
  isValid(value)
  expect(isValid.errors ?? []).toEqual([])
}

it('keeps stored values where only random parts differ', () => {
  const stored = { code: 'fyiuEt7ABwbQ', at: '2026-03-12T14:01:00.000Z', ms: 6 }
  const made = { code: 'JS2CVcwphjCU', at: '2026-03-12T14:03:00.000Z', ms: 1.9 }
  expect(keepStoredValues([stored], [made])).toEqual([stored])
  const before = { kind: 'PENDING', pages: 2, text: 'Two words', gone: 1 }
  const after = { kind: 'QUEUED', pages: 3, text: 'Other words', next: 2 }
  expect(keepStoredValues(before, after)).toEqual(after)
  expect(keepStoredValues([1], ['one'])).toEqual(['one'])
})

it('compares properties of JSON values', () => {
  const before = { data: [{ id: 1, end: null }], list: [], meta: { page: 1 } }
  expect(
    compareProperties(before, { data: [{ id: 2, end: { at: 1 } }], list: [{ id: 1 }], meta: { page: 2 } }),
  ).toEqual([])
  expect(compareProperties(before, { data: [{ id: 1, start: 0 }], meta: { pages: 1 } })).toEqual([
    ...['.list', '.data[].end', '.data[].start', '.meta.page', '.meta.pages'],
  ])
})

describe('the examples of the API description', () => {
  it('cover each JSON request body and response', () => {
    const missing = operations.flatMap(({ id }) => [
      ...(requestOf(id) !== undefined && stored[id]?.request === undefined ? [`${id}: request`] : []),
      ...(responseOf(id) !== undefined && stored[id]?.response === undefined ? [`${id}: response`] : []),
    ])
    expect(missing).toEqual([])
    expect(Object.keys(stored).filter((id) => !described.has(id))).toEqual([])
  })

  it.each(operations.map(({ id }) => id))('%s has examples that match its schemas', (id) => {
    for (const [part, value] of [
      [requestOf(id), stored[id]?.request],
      [responseOf(id), stored[id]?.response],
    ] as const) {
      if (part === undefined || value === undefined) continue
      expect(part.example, 'in the description').toEqual(value)
      expectValid(part.schema, value)
    }
  })

  it('cover each error, which matches its schema', () => {
    const errors = Object.entries((description.components as { responses: Described['responses'] }).responses)
    expect(errors.length).toBeGreaterThan(15)
    for (const [, { content }] of errors) {
      for (const { schema, example } of Object.values(content ?? {})) {
        expect(example).toBeDefined()
        expectValid(schema, example)
      }
    }
  })

  it('have the properties of what is sent and returned', () => {
    const stale = Object.entries(sent).flatMap(([id, example]) => {
      const changed = compareProperties(stored[id], toExample(example))
      return changed.length === 0 ? [] : [`${id}: ${changed.join(' ')}`]
    })
    expect(stale, 'write the examples again with UPDATE_EXAMPLES=1').toEqual([])
  })
})
