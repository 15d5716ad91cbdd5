/** Operations 2 and 3 of the contract, and what they stand on: import, keys, errors. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { ask } from './ask.ts'

const mark = randomUUID()
const titles = [1, 2, 3].map((n) => `Weekly ${mark} no. ${n}`)
let ids: string[]

beforeAll(async () => {
  ids = []
  for (const [index, title] of titles.entries()) {
    const answer = await ask('POST', '/conversations/import', {
      body: {
        conversationTitle: title,
        conversationStartedAt: `2026-03-0${index + 1}T09:00:00Z`,
        transcript: {
          final: [
            { speaker: 'Ann', sentence: 'Good morning.', startTimestamp: 0.5, endTimestamp: 1.25 },
            { speaker: 'Ben', sentence: 'Morning, Ann.', startTimestamp: 1.5, endTimestamp: 2.75 },
          ],
        },
      },
    })
    expect(answer.status).toBe(202)
    ids.push(answer.body.uuid)
  }
})

const filter = `filter[title]=${encodeURIComponent(mark.toUpperCase())}`

describe.each(['/conversations', '/conversations/list'])('GET %s', (path) => {
  it('answers the envelope: data, links, meta', async () => {
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

  it('tells transcripts as lines, and with detailedTranscript as segments with their times', async () => {
    const plain = await ask('GET', `${path}?${filter}&size=1`)
    expect(plain.body.data[0].attributes.transcript).toBe('Ann: Good morning.\nBen: Morning, Ann.')
    const detailed = await ask('GET', `${path}?${filter}&size=1&detailedTranscript=true`)
    expect(detailed.body.data[0].attributes.transcript).toEqual([
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

  it('marks the deprecated filter', async () => {
    const answer = await ask('GET', `${path}?${filter}&filter[analyzed]=false`)
    expect(answer.headers.get('deprecation')).toMatch(/^@\d+$/)
    expect((await ask('GET', `${path}?${filter}`)).headers.get('deprecation')).toBeNull()
  })

  it('takes ten CRM values and refuses eleven', async () => {
    const values = (n: number) =>
      `${path}?filter[crm_field.entity_code]=account&filter[crm_field.field_name]=tier&filter[crm_field.values]=${Array.from({ length: n }, (_, i) => i).join(',')}`
    expect((await ask('GET', values(10))).status).toBe(200)
    const refused = await ask('GET', values(11))
    expect(refused.status).toBe(400)
    expect(refused.body).toMatchObject({ status: '400', source: { pointer: '/query/filter[crm_field.values]' } })
  })

  it('answers 401 with code and message without a valid key', async () => {
    const answer = await ask('GET', path, { headers: { authorization: 'nonsense' } })
    expect(answer.status).toBe(401)
    expect(answer.body).toEqual({ code: 401, message: expect.any(String) })
  })

  it('answers the media type that is asked for', async () => {
    expect((await ask('GET', path, { headers: { accept: 'application/vnd.api+json' } })).type).toContain(
      'application/vnd.api+json',
    )
    expect((await ask('GET', path)).type).toContain('application/json')
  })
})

describe('the two lists', () => {
  it('differ in their largest page: 50 and more', async () => {
    expect((await ask('GET', '/conversations/list?size=50')).status).toBe(200)
    expect((await ask('GET', '/conversations/list?size=51')).status).toBe(400)
    expect((await ask('GET', '/conversations?size=500')).status).toBe(200)
  })

  it('differ in extracted intelligence, which the optimized one tells with CRM records only', async () => {
    const keys = async (address: string) => Object.keys((await ask('GET', address)).body.data[0].attributes)
    expect(await keys(`/conversations?${filter}`)).toEqual(
      expect.arrayContaining(['extractedIntelligence', 'confirmedExtractedIntelligence']),
    )
    expect(await keys(`/conversations/list?${filter}`)).not.toContain('extractedIntelligence')
    expect(await keys(`/conversations/list?${filter}&withCrmRecords=true`)).toEqual(
      expect.arrayContaining(['extractedIntelligence', 'confirmedExtractedIntelligence', 'crmRecords']),
    )
  })

  it('differ in empty conversations, which only the optimized one includes', async () => {
    const title = `Silent ${randomUUID()}`
    await ask('POST', '/conversations/import', {
      body: { conversationTitle: title, mediaURL: 'https://media.example/silent.mp3' },
    })
    const total = async (path: string) =>
      (await ask('GET', `${path}?filter[title]=${encodeURIComponent(title)}`)).body.meta.totalRecords
    expect(await total('/conversations')).toBe(0)
    expect(await total('/conversations/list')).toBe(1)
  })
})
