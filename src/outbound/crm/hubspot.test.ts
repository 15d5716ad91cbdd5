import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../core/clock.ts'
import { Secret } from '../../core/config.ts'
import { type Crm, CrmFault, type CrmFaultDetail } from '../../core/crm.ts'
import type { Failure } from '../../testing/fake-server.ts'
import { createHubSpotServer, HUBSPOT_TOKEN, type HubSpotServer, hubSpotFails } from '../../testing/hubspot-server.ts'
import { createPublicFetch } from '../http/public-fetch.ts'
import { createCrmPort } from './crm.ts'

let server: HubSpotServer
let crm: Crm
const port = createCrmPort({ fetchPublic: createPublicFetch({ allowed: ['127.0.0.1'] }), clock: systemClock })
const open = (given: { url?: string; token?: string; signal?: AbortSignal } = {}) =>
  port.open(
    { kind: 'hubspot', url: given.url ?? server.url, token: new Secret(given.token ?? HUBSPOT_TOKEN) },
    given.signal,
  )
beforeAll(async () => {
  server = await createHubSpotServer()
})
beforeEach(() => {
  server.reset()
  server.patches.length = 0
  crm = open()
})

const push = (id: string, values: Record<string, string | number | boolean | string[]>, code = 'deals') =>
  crm.push({ code, id, values, valuesIfEmpty: {}, key: 'k', runId: 'r', conversationId: 'c' })
const faultOf = async (work: Promise<unknown>): Promise<CrmFault> => {
  const fault = await work.then(
    () => undefined,
    (error) => error,
  )
  expect(fault).toBeInstanceOf(CrmFault)
  return fault
}

describe('does', () => {
  it('changes the named properties of a record, each as HubSpot wants it, and no others', async () => {
    server.put('deals', '101', { dealname: 'Renewal', pain: 'old' })
    await push('101', { pain: 'Slow reports', seats: 40, is_target: true, competitors: ['Acme', 'Initech'] })
    expect(server.get('deals', '101')).toEqual({
      dealname: 'Renewal',
      pain: 'Slow reports',
      seats: '40',
      is_target: 'true',
      competitors: 'Acme;Initech',
    })
    expect(server.asked.map(({ method, path }) => `${method} ${path}`)).toEqual(['PATCH /crm/v3/objects/deals/101'])
  })

  it('reads records by their ids, as many as there are, without those that are gone', async () => {
    for (let id = 1; id <= 150; id++) server.put('companies', String(id), { name: `Company ${id}` })
    const ids = Array.from({ length: 160 }, (_, at) => String(at + 1))
    const found = await crm.records('companies', ids, ['name'])
    expect(found.map(({ id }) => id)).toEqual(ids.slice(0, 150))
    expect(found[0]?.fields).toMatchObject({ name: 'Company 1' })
    expect(server.asked.map(({ body }) => body.inputs.length)).toEqual([100, 60])
  })

  it('reads what has changed since a time by id, page by page, whatever the number of records', async () => {
    const since = new Date('2026-03-01T00:00:00Z')
    for (let id = 1; id <= 450; id++) {
      server.put('contacts', String(1_000 + id), { email: `${id}@x.example` }, id === 7 ? new Date(0) : since)
    }
    const seen: string[] = []
    let after: string | undefined
    do {
      const page = await crm.changed('contacts', { fields: ['email'], since, after })
      seen.push(...page.records.map(({ id }) => id))
      after = page.next
    } while (after !== undefined)
    expect(seen).toEqual(Array.from({ length: 450 }, (_, at) => String(1_001 + at)).filter((id) => id !== '1007'))
    expect(server.asked).toHaveLength(3)
    expect(server.asked[1]?.body).toMatchObject({
      filterGroups: [
        {
          filters: [
            { propertyName: 'hs_object_id', operator: 'GT', value: '1201' },
            { propertyName: 'lastmodifieddate', operator: 'GTE', value: String(since.getTime()) },
          ],
        },
      ],
      sorts: ['hs_object_id'],
      limit: 200,
    })
  })

  it('tests each entity it is to read', async () => {
    await crm.test(['companies', 'deals'])
    expect(server.asked.map(({ path, query }) => [path, query.get('limit')])).toEqual([
      ['/crm/v3/objects/companies', '1'],
      ['/crm/v3/objects/deals', '1'],
    ])
  })
})

describe('refuses', () => {
  it.each<[string, Failure, CrmFaultDetail, Partial<CrmFault>]>([
    ['a burst', hubSpotFails.burst, 'rate_limited', { kind: 'unavailable', retryAfterMs: 10_000 }],
    ['a burst that says how long', hubSpotFails.burstFor(3), 'rate_limited', { retryAfterMs: 3_000 }],
    ['a used up day', hubSpotFails.daily, 'rate_limited', { retryAfterMs: 900_000 }],
    ['a gateway', hubSpotFails.down, 'server_error', { kind: 'unavailable' }],
    ['an inner error', hubSpotFails.internal, 'server_error', { said: 'internal error' }],
    ['an account on its way elsewhere', hubSpotFails.moving, 'server_error', { retryAfterMs: 20_000 }],
    ['a missing scope', hubSpotFails.scopes, 'permission', { kind: 'refused' }],
    ['a connection that ends', 'drop', 'unreachable', { kind: 'unavailable' }],
    ['a page that is none of HubSpot', { status: 200, body: '<html></html>' }, 'not_understood', {}],
  ])('%s, by its kind', async (_, failure, detail, more) => {
    server.put('deals', '101', {})
    server.fail([failure])
    expect(await faultOf(push('101', { pain: 'x' }))).toMatchObject({ detail, ...more })
    expect(server.patches).toEqual([])
  })

  it('a record that is not there', async () => {
    expect(await faultOf(push('404', { pain: 'x' }))).toMatchObject({ detail: 'record_missing', kind: 'wrong' })
  })

  it('fields that HubSpot has not, or whose value it does not take, and names them', async () => {
    server.put('deals', '101', { pain: 'old' })
    const fault = await faultOf(push('101', { pain: 'x', nope: 'y', seats: 'many' }))
    expect(fault).toMatchObject({ detail: 'field', fields: ['nope', 'seats'] })
    expect(fault.said).toContain('Property "nope" does not exist')
    expect(server.get('deals', '101')?.pain).toBe('old')
  })

  it('a wrong token, without saying it', async () => {
    crm = open({ token: 'pat-wrong' })
    const fault = await faultOf(crm.test(['companies']))
    expect(fault).toMatchObject({ detail: 'credentials', kind: 'refused' })
    expect(JSON.stringify(fault) + fault.stack).not.toContain('pat-wrong')
  })

  it('private addresses', async () => {
    for (const url of ['http://127.0.0.2:9', 'https://10.0.0.1', 'http://[::1]:9']) {
      crm = open({ url })
      expect(await faultOf(push('1', { pain: 'x' }))).toMatchObject({ detail: 'address' })
    }
  })

  it('ids that would be another address', async () => {
    await faultOf(push('../contacts/1?x=', { pain: 'x' }))
    expect(await faultOf(push('..', { pain: 'x' }))).toMatchObject({ detail: 'record_missing' })
    expect(server.asked.map(({ path }) => path)).toEqual(['/crm/v3/objects/deals/..%2Fcontacts%2F1%3Fx%3D'])
  })

  it.each([{}, [], null, { results: {} }, { results: [{ properties: {} }] }])(
    'answers of %j, which are no records',
    async (body) => {
      server.fail([
        { status: 200, body },
        { status: 200, body },
      ])
      expect((await faultOf(crm.changed('deals', { fields: [] }))).detail).toBe('not_understood')
      expect((await faultOf(crm.records('deals', ['1'], []))).detail).toBe('not_understood')
    },
  )

  it('to wait longer than whoever asks', async () => {
    const gone = new AbortController()
    crm = open({ signal: gone.signal })
    server.fail(['hang'])
    const asking = push('101', { pain: 'x' })
    setTimeout(() => gone.abort(new Error('gone')), 50)
    await expect(asking).rejects.toThrow('gone')
  })
})
