import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../core/clock.ts'
import { Secret } from '../../core/config.ts'
import { type Crm, CrmFault, type CrmFaultDetail } from '../../core/crm.ts'
import type { Asked, Failure } from '../../testing/fake-server.ts'
import {
  createSalesforceServer,
  SALESFORCE_CLIENT,
  type SalesforceServer,
  salesforceFails,
} from '../../testing/salesforce-server.ts'
import { createPublicFetch } from '../http/public-fetch.ts'
import { createCrmPort } from './crm.ts'

const fetchPublic = createPublicFetch({ allowed: ['127.0.0.1'] })
let server: SalesforceServer
let crm: Crm
const open = (given: { clientId?: string; clientSecret?: string; refreshToken?: string } = {}, port = newPort()) =>
  port.open({
    kind: 'salesforce',
    url: server.url,
    clientId: given.clientId ?? SALESFORCE_CLIENT.clientId,
    clientSecret: new Secret(given.clientSecret ?? SALESFORCE_CLIENT.clientSecret),
    ...(given.refreshToken === undefined ? {} : { refreshToken: new Secret(given.refreshToken) }),
  })
const newPort = () => createCrmPort({ fetchPublic, clock: systemClock })
beforeAll(async () => {
  server = await createSalesforceServer()
})
beforeEach(() => {
  server.reset()
  server.patches.length = 0
  server.pageSize = 2_000
  crm = open()
})

const push = (id: string, values: Record<string, string | number | boolean | string[]>, code = 'opportunity') =>
  crm.push({ code, id, values, valuesIfEmpty: {}, key: 'k', runId: 'r', conversationId: 'c' })
const idOf = (n: number, kind = '006') => `${kind}${String(n).padStart(15, '0')}`
const faultOf = async (work: Promise<unknown>): Promise<CrmFault> => {
  const fault = await work.then(
    () => undefined,
    (error) => error,
  )
  expect(fault).toBeInstanceOf(CrmFault)
  return fault
}
const isPatch = ({ method }: Asked) => method === 'PATCH'
const isSignIn = ({ path }: Asked) => path.endsWith('/token')

describe('does', () => {
  it('signs in as the client itself, and changes the named fields of a record', async () => {
    server.put('Opportunity', idOf(1), { Name: 'Renewal', Pain__c: 'old' })
    await push(idOf(1), { Pain__c: 'Slow reports', Seats__c: 40, Target__c: true, Competitors__c: ['Acme', 'Initech'] })
    expect(server.get('Opportunity', idOf(1))).toMatchObject({
      Name: 'Renewal',
      Pain__c: 'Slow reports',
      Seats__c: 40,
      Target__c: true,
      Competitors__c: 'Acme;Initech',
    })
    expect(server.asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /services/oauth2/token',
      `PATCH /services/data/v62.0/sobjects/Opportunity/${idOf(1)}`,
    ])
    expect(new URLSearchParams(server.asked[0]?.text).get('grant_type')).toBe('client_credentials')
  })

  it('signs in for a user whose refresh token it was given', async () => {
    crm = open({ refreshToken: SALESFORCE_CLIENT.refreshToken })
    await crm.test(['account'])
    expect(new URLSearchParams(server.asked[0]?.text).get('grant_type')).toBe('refresh_token')
  })

  it('finds records by either form of their ids, and tells them by the one that was asked for', async () => {
    server.put('Opportunity', '006Dn00000BcXyZIAV', { Name: 'Renewal' })
    server.put('Opportunity', '006Dn00000BcXyAIAV', { Name: 'Expansion' })
    const ids = ['006Dn00000BcXyZ', '006Dn00000BcXyAIAV', '006Dn00000BcXyA', '006Dn00000Bcxyz']
    const found = await crm.records('opportunity', ids, ['Name'])
    expect(found.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual([
      { id: '006Dn00000BcXyA', fields: { Name: 'Expansion' } },
      { id: '006Dn00000BcXyAIAV', fields: { Name: 'Expansion' } },
      { id: '006Dn00000BcXyZ', fields: { Name: 'Renewal' } },
    ])
  })

  it('takes no more than it asked for, of what has no end', async () => {
    const more = { done: false, nextRecordsUrl: '/services/data/v62.0/query/01g', totalSize: 9_999_999 }
    const page = (records: number) => ({ Id: idOf(records), Name: 'x' })
    server.fail(
      Array.from({ length: 60 }, () => ({
        status: 200,
        body: { ...more, records: Array.from({ length: 900 }, (_, n) => page(n)) },
      })),
      ({ path }) => path.includes('/query'),
    )
    expect((await faultOf(crm.changed('opportunity', { fields: ['Name'] }))).detail).toBe('not_understood')
    expect(server.asked.filter(({ path }) => path.includes('/query'))).toHaveLength(3)
    server.reset()
    server.fail(Array(200).fill({ status: 200, body: { ...more, records: [] } }), ({ path }) => path.includes('/query'))
    expect((await faultOf(crm.changed('opportunity', { fields: ['Name'] }))).detail).toBe('not_understood')
    expect(server.asked.length).toBeLessThan(100)
  })

  it('keeps its session for whoever comes next with the same credentials', async () => {
    const port = newPort()
    await open({}, port).test(['account'])
    await open({}, port).test(['account'])
    expect(server.asked.filter(isSignIn)).toHaveLength(1)
  })

  it('signs in again when the session has ended, once, and does what it was about to do', async () => {
    server.put('Opportunity', idOf(1), {})
    await push(idOf(1), { Pain__c: 'one' })
    server.endSessions()
    await push(idOf(1), { Pain__c: 'two' })
    expect(server.get('Opportunity', idOf(1))).toMatchObject({ Pain__c: 'two' })
    expect(server.asked.filter(isSignIn)).toHaveLength(2)
    server.endSessions()
    await push(idOf(1), { Pain__c: 'three' })
    expect(server.patches.map(({ fields }) => fields.Pain__c)).toEqual(['one', 'two', 'three'])
  })

  it('reads records by their ids, without those that are gone or could be none', async () => {
    for (let n = 1; n <= 3; n++) server.put('Account', idOf(n, '001'), { Name: `Account ${n}` })
    const ids = [idOf(1, '001'), "' OR Name != '", idOf(9, '001'), idOf(3, '001')]
    expect(await crm.records('account', ids, ['Name'])).toEqual([
      { id: idOf(1, '001'), fields: { Name: 'Account 1' } },
      { id: idOf(3, '001'), fields: { Name: 'Account 3' } },
    ])
  })

  it('reads what has changed since a time by id, in pages that come in pages', async () => {
    const since = new Date('2026-03-01T00:00:00Z')
    for (let n = 1; n <= 2_100; n++) {
      server.put('Contact', idOf(n, '003'), { Email: `${n}@x.example` }, n === 7 ? new Date(0) : since)
    }
    server.pageSize = 900
    const seen: string[] = []
    let after: string | undefined
    do {
      const page = await crm.changed('contact', { fields: ['Email'], since, after })
      seen.push(...page.records.map(({ id }) => id))
      after = page.next
    } while (after !== undefined)
    expect(seen).toEqual(
      Array.from({ length: 2_100 }, (_, at) => idOf(at + 1, '003')).filter((id) => id !== idOf(7, '003')),
    )
    expect(server.asked.filter(({ path }) => path.includes('/query/'))).toHaveLength(2)
    expect(server.asked.at(-1)?.query.get('q')).toBe(
      `SELECT Id,Email FROM Contact WHERE SystemModstamp >= ${since.toISOString()} AND Id > '${idOf(2_001, '003')}' ORDER BY Id ASC LIMIT 2000`,
    )
  })
})

describe('refuses', () => {
  it.each<[string, Failure, CrmFaultDetail, Partial<CrmFault>]>([
    ['a used up day', salesforceFails.dayUsedUp, 'rate_limited', { kind: 'unavailable', retryAfterMs: 900_000 }],
    ['maintenance', salesforceFails.maintenance, 'server_error', { kind: 'unavailable' }],
    ['an unknown error', salesforceFails.unknown, 'server_error', { kind: 'unavailable' }],
    ['a locked row', salesforceFails.locked, 'server_error', { kind: 'unavailable' }],
    ['missing rights', salesforceFails.access, 'permission', { kind: 'refused' }],
    ['a connection that ends', 'drop', 'unreachable', { kind: 'unavailable' }],
    ['a page that is none of Salesforce', { status: 200, body: '<html></html>' }, 'not_understood', {}],
  ])('%s, by its kind, and asks once', async (_, failure, detail, more) => {
    server.put('Opportunity', idOf(1), {})
    server.fail([failure], isPatch)
    expect(await faultOf(push(idOf(1), { Pain__c: 'x' }))).toMatchObject({ detail, ...more })
    expect(server.asked.filter(isPatch)).toHaveLength(1)
  })

  it.each<[string, Record<string, string>, string[], string]>([
    ['a field that is not there', { Nope__c: 'x' }, ['Nope__c'], 'No such column'],
    [
      'an option that is none',
      { StageName: 'Dreaming', Pain__c: 'x' },
      ['StageName'],
      'bad value for restricted picklist',
    ],
    ['a name that could be none', { 'Pain__c/..': 'x' }, ['Pain__c/..'], ''],
  ])('%s, and names it', async (_, values, fields, words) => {
    server.put('Opportunity', idOf(1), {})
    const fault = await faultOf(push(idOf(1), values))
    expect(fault).toMatchObject({ detail: 'field', fields })
    expect(fault.said ?? '').toContain(words)
  })

  it('a record that is not there, and ids that could be none', async () => {
    for (const id of [idOf(404), '../Account/1', 'x']) {
      expect(await faultOf(push(id, { Pain__c: 'x' }))).toMatchObject({ detail: 'record_missing' })
    }
  })

  it('to read a field that is not there, or that could be none', async () => {
    expect(await faultOf(crm.records('account', [idOf(1, '001')], ['Nope__c']))).toMatchObject({
      detail: 'field',
      fields: ['Nope__c'],
    })
    expect(await faultOf(crm.changed('account', { fields: ['Name FROM User'] }))).toMatchObject({ detail: 'field' })
  })

  it('credentials that Salesforce refuses, without saying them', async () => {
    for (const wrong of [{ clientId: 'other' }, { clientSecret: 'wrong-secret' }, { refreshToken: 'old-token' }]) {
      crm = open(wrong)
      const fault = await faultOf(crm.test(['account']))
      expect(fault).toMatchObject({ detail: 'credentials', kind: 'refused' })
      expect(JSON.stringify(fault) + fault.stack).not.toMatch(/wrong-secret|old-token/)
    }
  })

  it('sessions that are refused as soon as they are given, instead of asking for others without end', async () => {
    await crm.test(['account'])
    server.asked.length = 0
    const refusal = { status: 401, body: [{ message: 'Session expired or invalid', errorCode: 'INVALID_SESSION_ID' }] }
    server.fail(Array(20).fill(refusal), (asked) => !isSignIn(asked))
    expect(await faultOf(crm.test(['account']))).toMatchObject({ detail: 'credentials' })
    expect(server.asked.length).toBeLessThanOrEqual(4)
  })

  it('to sign in while Salesforce is down, and does so later', async () => {
    server.fail([salesforceFails.maintenance], isSignIn)
    expect(await faultOf(crm.test(['account']))).toMatchObject({ kind: 'unavailable' })
    await crm.test(['account'])
    // The same when a session is to be renewed, which jsforce tells of in its own words.
    server.endSessions()
    server.fail([salesforceFails.maintenance], isSignIn)
    expect(await faultOf(crm.test(['account']))).toMatchObject({ detail: 'server_error' })
  })
})
