/** What operations 2 and 3 have in common: GET /conversations/list and GET /conversations. */
import { randomUUID } from 'node:crypto'
import { beforeAll, expect } from 'vitest'
import { ask } from './ask.ts'
import { check } from './check.ts'
import { conversation } from './people.ts'
import { expectError, expectProblem, givesBothTypes, needsKey } from './shared-checks.ts'

const mark = randomUUID()
const titles = [1, 2, 3].map((n) => `Weekly ${mark} no. ${n}`)
let ids: string[]

async function makeThree(): Promise<void> {
  ids = []
  for (const [index, title] of titles.entries()) {
    ids.push(
      await conversation({
        conversationTitle: title,
        conversationStartedAt: `2026-03-0${index + 1}T09:00:00Z`,
        participants: [{ email: `buyer${index}@${mark}.example` }],
        linkedCrmRecords: [{ id: `${mark}-${index}`, code: 'account' }],
        transcript: {
          final: [
            { speaker: 'Ann', sentence: 'Good morning.', startTimestamp: 0.5, endTimestamp: 1.25 },
            { speaker: 'Ben', sentence: 'Morning, Ann.', startTimestamp: 1.5, endTimestamp: 2.75 },
          ],
        },
      }),
    )
    await ask('PUT', `/crm-records/account/${mark}-${index}`, { body: { fields: { tier: `T${index}` } } })
  }
}

export const filter = `filter[title]=${encodeURIComponent(mark.toUpperCase())}`
const idsOf = async (address: string): Promise<string[]> =>
  (await ask('GET', address)).body.data.map((one: { id: string }) => one.id)
const first = async (address: string) => (await ask('GET', address)).body.data[0].attributes

/** Checks of a list, with three conversations made for them. */
export function checksOfList(path: string): void {
  beforeAll(makeThree)

  const request = () => ({ method: 'GET', path: `${path}?size=1` })
  needsKey(request)
  givesBothTypes(request)

  check('2.a', 'answers the envelope: data, links, meta', async () => {
    const answer = await ask('GET', `${path}?${filter}&size=2`)
    expect(answer.status).toBe(200)
    expect(Object.keys(answer.body).sort()).toEqual(['data', 'links', 'meta'])
    expect(answer.body.meta).toEqual({ pageCount: 2, totalRecords: 3, pageNumber: 1, pageSize: 2 })
    expect(answer.body.data.map((one: { id: string }) => one.id)).toEqual([ids[2], ids[1]])
    expect(answer.body.links.self).toContain('page=1')
    const next = new URL(answer.body.links.related)
    expect(next.searchParams.get('filter[title]')).toBe(mark.toUpperCase())
    expect(next.searchParams.get('page')).toBe('2')
  })

  check('2.d', 'pages from 1, and returns an empty page with correct totals after the end', async () => {
    expect(await idsOf(`${path}?${filter}&size=2&page=2`)).toEqual([ids[0]])
    expect((await ask('GET', `${path}?${filter}&page=9`)).body).toMatchObject({ data: [], meta: { totalRecords: 3 } })
    for (const page of ['0', '-1', 'one', '1.5'])
      expectError(await ask('GET', `${path}?page=${page}`), 400, '/query/page')
    for (const size of ['0', '-1', 'all']) expectError(await ask('GET', `${path}?size=${size}`), 400, '/query/size')
  })

  check('2.e', 'accepts both ends of the date range, and rejects an invalid date', async () => {
    const range = (from: string, to: string) => `${path}?${filter}&fromDateTime=${from}&toDateTime=${to}`
    expect(await idsOf(range('2026-03-01T09:00:00Z', '2026-03-02T09:00:00Z'))).toEqual([ids[1], ids[0]])
    expect(await idsOf(range('2026-03-01T09:00:00.001Z', '2026-03-02T08:59:59.999Z'))).toEqual([])
    expect(await idsOf(range('2026-03-03', '2026-03-04'))).toEqual([ids[2]])
    expectError(await ask('GET', `${path}?fromDateTime=monday`), 400, '/query/fromDateTime')
  })

  check('2.f', 'finds a part of the title in any case, and searches % and _ literally', async () => {
    expect(await idsOf(`${path}?filter[title]=${encodeURIComponent(`${mark} NO. 2`)}`)).toEqual([ids[1]])
    expect(await idsOf(`${path}?${filter}%25`)).toEqual([])
  })

  check('2.g', 'accepts several values, comma separated', async () => {
    const emails = `buyer0@${mark}.example,BUYER2@${mark}.example`
    expect(await idsOf(`${path}?filter[participants.email]=${emails}`)).toEqual([ids[2], ids[0]])
  })

  const crm = (field: string, values: string) =>
    `${path}?filter[crm_field.entity_code]=account&filter[crm_field.field_name]=${field}&filter[crm_field.values]=${values}`
  check('2.h', 'matches records by entity, field and one of the values', async () => {
    expect((await idsOf(`${crm('tier', 'T0,T2')}&${filter}`)).toSorted()).toEqual([ids[0], ids[2]].toSorted())
    expect(await idsOf(`${crm('tier', 'T')}&${filter}`)).toEqual([])
  })

  check('2.h', 'accepts 9 and 10 values and rejects 11, a field without values, and an unknown entity', async () => {
    const values = (n: number) => Array.from({ length: n }, (_, i) => i).join(',')
    for (const n of [9, 10]) expect((await ask('GET', crm('tier', values(n)))).status).toBe(200)
    expectError(await ask('GET', crm('tier', values(11))), 400, '/query/filter[crm_field.values]')
    expectError(await ask('GET', `${path}?filter[crm_field.field_name]=tier`), 400)
    expectError(
      await ask('GET', `${path}?filter[crm_field.entity_code]=accounts`),
      400,
      '/query/filter[crm_field.entity_code]',
    )
  })

  check('2.i', 'marks the deprecated filter', async () => {
    const answer = await ask('GET', `${path}?${filter}&filter[analyzed]=false`)
    expect(answer.headers.get('deprecation')).toMatch(/^@\d+$/)
    expect((await ask('GET', `${path}?${filter}`)).headers.get('deprecation')).toBeNull()
  })

  check('2.j', 'hides by processing state and transcript', async () => {
    expect(await idsOf(`${path}?${filter}&filter[hide_transcript]=true`)).toHaveLength(3)
    const states = (await ask('GET', `${path}?${filter}`)).body.data.map(
      (one: { attributes: { processingStatus: string } }) => one.attributes.processingStatus,
    )
    for (const state of ['pending', 'failed']) {
      const left = states.filter((one: string) => one !== state).length
      expect(await idsOf(`${path}?${filter}&filter[hide_${state}]=true`)).toHaveLength(left)
    }
    const analyzed = states.filter((one: string) => one === 'analyzed').length
    expect(await idsOf(`${path}?${filter}&filter[hide_non_analyzed]=true`)).toHaveLength(analyzed)
    expectError(await ask('GET', `${path}?filter[hide_pending]=perhaps`), 400, '/query/filter[hide_pending]')
  })

  check('2.k', 'returns transcripts as lines, and with detailedTranscript as segments with their times', async () => {
    expect((await first(`${path}?${filter}&size=1`)).transcript).toBe('Ann: Good morning.\nBen: Morning, Ann.')
    expect((await first(`${path}?${filter}&size=1&detailedTranscript=true`)).transcript).toEqual([
      {
        speaker: { name: 'Ann' },
        start: 0.5,
        end: 1.25,
        words: [{ text: 'Good morning.', startTimestamp: 0.5, endTimestamp: 1.25 }],
      },
      {
        speaker: { name: 'Ben' },
        start: 1.5,
        end: 2.75,
        words: [{ text: 'Morning, Ann.', startTimestamp: 1.5, endTimestamp: 2.75 }],
      },
    ])
  })

  check('2.k', 'adds with each flag the one attribute it names', async () => {
    const plain = Object.keys(await first(`${path}?${filter}`))
    for (const [flag, attribute] of [
      ['filter[include_internal_participants]', 'internalParticipants'],
      ['filter[include_meeting_platform_metadata]', 'meetingPlatformMetadata'],
      ['filter[include_import_metadata]', 'importMetadata'],
      ['withCrmRecords', 'crmRecords'],
      ['withIntelligenceItems', 'intelligenceItems'],
    ] as const) {
      expect(plain).not.toContain(attribute)
      expect(Object.keys(await first(`${path}?${filter}&${flag}=true`))).toContain(attribute)
    }
  })

  check('all.f', 'returns problem details if the request accepts them', async () => {
    await expectProblem({ method: 'GET', path: `${path}?size=0` }, 400)
  })
}

/** The names of the attributes of the first one found. */
export const keysOf = async (address: string): Promise<string[]> => Object.keys(await first(address))

export const EXTRACTED = ['extractedIntelligence', 'confirmedExtractedIntelligence']

/** Counts the entries of a list for one new conversation without words. */
export async function countEmptyOnes(path: string): Promise<number> {
  const title = `Silent ${randomUUID()}`
  await ask('POST', '/conversations/import', {
    body: { conversationTitle: title, mediaURL: 'https://media.example/silent.mp3' },
  })
  return (await ask('GET', `${path}?filter[title]=${encodeURIComponent(title)}`)).body.meta.totalRecords
}
