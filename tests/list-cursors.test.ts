/** Each list that has pages can also be read by cursor, and each record that can change has the time of its last change. */
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { operations } from '../src/catalog.ts'
import type { AnyOperation } from '../src/core/operation.ts'
import { type Answer, call } from '../src/testing/call.ts'
import { importFor } from '../src/testing/import-fixtures.ts'
import { refusedField } from '../src/testing/refusals.ts'
import { createWorld, type World } from '../src/testing/world.ts'
import { root } from './repository-files.ts'
import { pathOf, type Samples, samplesOf } from './samples/index.ts'

/** Lists with pages alone: rankings and figures that are computed for the whole list, and parts of a document. */
const PAGES_ALONE: Readonly<Record<string, string>> = {
  searchConversations: 'ranking',
  searchKnowledge: 'ranking',
  listDeals: 'computed from calls',
  getUsageReport: 'figures of a period',
  getTeamReport: 'figures of a period',
  getOrganizationReport: 'figures of a period',
  getScorecardReport: 'figures of a period',
  getTranscript: 'lines of a version of a transcript',
  getTranscriptVersion: 'lines of a version of a transcript',
  listTranscriptVersionChanges: 'differences of two versions of a transcript',
  listSourceKinds: 'constant',
}

const fieldsOf = ({ input }: AnyOperation): readonly string[] =>
  Object.keys((z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }).properties ?? {}) as object)
const isList = (operation: AnyOperation) => operation.rest.method === 'GET' && fieldsOf(operation).includes('page')
const lists = operations.filter((one) => isList(one) && !(one.id in PAGES_ALONE))
const named = lists.map((operation) => [operation.id, operation] as const)

interface Described200 {
  readonly responses: {
    readonly 200?: { readonly content: Readonly<Record<string, { readonly schema: Described }>> }
  }
}

interface Described {
  readonly $ref?: string
  readonly items?: Described
  readonly properties?: Readonly<Record<string, Described>>
}

const description: {
  readonly paths: Readonly<Record<string, { readonly get?: Described200 }>>
  readonly components: { readonly schemas: Readonly<Record<string, Described>> }
} = JSON.parse(readFileSync(`${root}/openapi.json`, 'utf8'))

let world: World
let samples: Samples
beforeAll(async () => {
  world = await createWorld()
  const [first] = [
    await importFor(world, { applicationExternalID: 'first' }),
    await importFor(world, { applicationExternalID: 'second' }),
    await importFor(world, { applicationExternalID: 'third' }),
  ]
  samples = await samplesOf(world, first, 'first')
})

function get({ id, rest }: AnyOperation, query: Readonly<Record<string, string>>): Promise<Answer> {
  const sample = samples[id] ?? {}
  return call(world.app, sample.caller ?? world.org, 'GET', pathOf(rest.path, sample), {
    query: { ...sample.query, ...query },
  })
}

const digest = (record: unknown) => JSON.stringify(record)

it('has lists', () => expect(lists.length).toBeGreaterThan(40))

it('names only lists that exist, and have no cursor', () => {
  const wrong = Object.keys(PAGES_ALONE).filter(
    (id) => !operations.some((one) => one.id === id && isList(one) && !fieldsOf(one).includes('cursor')),
  )
  expect(wrong).toEqual([])
})

describe.each(named)('%s', (id, operation) => {
  it('has the same records by cursor as by page', async () => {
    const whole = await get(operation, { size: '20' })
    expect(whole.status, whole.text).toBe(200)
    expect(whole.body.meta).not.toHaveProperty('nextCursor')
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null && seen.length < 20) {
      const { status, body, text } = await get(operation, { size: '1', cursor })
      expect(status, text).toBe(200)
      expect(body.meta).toMatchObject({ totalRecords: whole.body.meta.totalRecords, pageNumber: seen.length + 1 })
      seen.push(...body.data.map(digest))
      if (body.links !== undefined) {
        const at: (link: string) => string | null = (link) => new URL(link).searchParams.get('cursor')
        expect([at(body.links.self), at(body.links.related)]).toEqual([cursor, body.meta.nextCursor ?? cursor])
      }
      cursor = body.meta.nextCursor
    }
    expect(seen).toEqual(whole.body.data.map(digest))
  })

  it('refuses the cursor of another list, and a cursor with a page', async () => {
    const other = lists.find((one) => one.id === (id === 'listTeams' ? 'listLabels' : 'listTeams')) ?? operation
    const { body } = await get(other, { size: '1', cursor: '' })
    expect(body.meta.nextCursor).toEqual(expect.any(String))
    const odd = await get(operation, { cursor: body.meta.nextCursor })
    expect([odd.status, odd.body]).toEqual([400, refusedField('/query/cursor')])
    const both = await get(operation, { cursor: '', page: '2' })
    expect([both.status, both.body]).toEqual([400, refusedField('/query/page')])
  })
})

/** Lists of records without a time of the last change. */
const WITHOUT_TIME: Readonly<Record<string, string>> = {
  listAuditEntries: 'log',
  listWebhookDeliveries: 'log',
  listSourceDeliveries: 'log',
  listIntegrationRuns: 'log',
  listTranscriptVersions: 'versions never change',
  listConnectedApps: 'time of the last use',
  listSessions: 'time of the last use',
  listPublicLinks: 'created and deleted with the sharing of a snippet',
  listFieldAssignments: 'shows parts of configurations and items, which have the time',
  listTeamMembers: 'members change with their teams and users',
  listConversationViewers: 'who may see a conversation follows from it',
  listTrackerHits: 'found again by each analysis',
  listConversationBriefs: 'short form of conversations, which have the time',
  listAccountConversations: 'short form of conversations, which have the time',
  listAccounts: 'computed from calls',
}

/** Properties of the records of a response, and of their `attributes`, by the API description. */
function propertiesOfRecords({ rest }: AnyOperation): readonly string[] {
  const resolve = (one: Described | undefined): Described =>
    one?.$ref === undefined ? (one ?? {}) : resolve(description.components.schemas[one.$ref.split('/').at(-1) ?? ''])
  const properties = (one: Described | undefined) => resolve(one).properties ?? {}
  const answer = description.paths[rest.path]?.get?.responses[200]?.content['application/json']?.schema
  const record = properties(resolve(properties(answer).data).items)
  return [...Object.keys(record), ...Object.keys(properties(record.attributes))]
}

describe('the time of the last change', () => {
  it('is named only for lists that exist', () => {
    expect(Object.keys(WITHOUT_TIME).filter((id) => !lists.some((one) => one.id === id))).toEqual([])
  })

  it.each(named)('%s has it and its filter, or is a log', (id, operation) => {
    const properties = propertiesOfRecords(operation)
    expect(properties.length).toBeGreaterThan(0)
    const hasTime = properties.some((name) => name === 'updatedAt' || name === 'updated_at')
    const hasFilter = fieldsOf(operation).includes('filter[updatedSince]')
    if (id === 'listConversationBriefs') expect(hasFilter).toBe(true)
    else expect([hasTime, hasFilter]).toEqual(id in WITHOUT_TIME ? [false, false] : [true, true])
  })

  it.each(named.filter(([, one]) => fieldsOf(one).includes('filter[updatedSince]')))(
    '%s lists what changed since a time',
    async (_, operation) => {
      const total = async (query: Record<string, string>) => {
        const { status, body, text } = await get(operation, query)
        expect(status, text).toBe(200)
        return body.meta.totalRecords
      }
      const all = await total({})
      expect(await total({ 'filter[updatedSince]': '2000-01-01' })).toBe(all)
      expect(await total({ 'filter[updatedSince]': '9000-01-01', cursor: '' })).toBe(0)
    },
  )
})
