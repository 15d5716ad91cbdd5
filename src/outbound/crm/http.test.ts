import { createHmac, randomBytes } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../core/clock.ts'
import { Secret } from '../../core/config.ts'
import { CrmFault, type CrmFaultDetail } from '../../core/crm.ts'
import { createStandIn, type Failure, type StandIn } from '../../testing/fake-server.ts'
import { createPublicFetch } from '../http/public-fetch.ts'
import { createCrmPort } from './crm.ts'

const key = randomBytes(32)
const secret = new Secret(`whsec_${key.toString('base64')}`)
const port = createCrmPort({ fetchPublic: createPublicFetch({ allowed: ['127.0.0.1'] }), clock: systemClock })
let receiver: StandIn
beforeAll(async () => {
  receiver = await createStandIn(() => ({ status: 202 }))
})
beforeEach(() => {
  receiver.reset()
})

const open = () => port.open({ kind: 'http', url: `${receiver.url}/crm?org=7`, secret })
const push = () =>
  open().push({
    ...{ code: 'account', id: 'A-1', values: { pain: 'Slow', tags: ['a', 'b'] }, valuesIfEmpty: { seats: 4 } },
    ...{ key: 'push-1', runId: 'run-1', conversationId: 'conversation-1' },
  })

describe('does', () => {
  it('sends what is to be written, signed as Standard Webhooks are, with an id that stays', async () => {
    await push()
    await push()
    const [first, second] = receiver.asked
    expect(first?.body).toEqual({
      type: 'crm.push',
      timestamp: expect.any(String),
      data: {
        run_id: 'run-1',
        conversation_id: 'conversation-1',
        record: { code: 'account', id: 'A-1' },
        values: { pain: 'Slow', tags: ['a', 'b'] },
        values_if_empty: { seats: 4 },
      },
    })
    for (const { headers, text } of receiver.asked) {
      const signed = `push-1.${headers['webhook-timestamp']}.${text}`
      expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
    }
    expect([first, second].map((one) => one?.headers['idempotency-key'])).toEqual(['push-1', 'push-1'])
    expect([first?.path, first?.query.get('org')]).toEqual(['/crm', '7'])
  })

  it('tests by a message of its own', async () => {
    await open().test(['account'])
    expect(receiver.asked.map(({ body }) => body.type)).toEqual(['crm.test'])
  })
})

describe('refuses', () => {
  it.each<[Failure, CrmFaultDetail]>([
    [{ status: 401 }, 'credentials'],
    [{ status: 403 }, 'permission'],
    [{ status: 404 }, 'record_missing'],
    [{ status: 409 }, 'conflict'],
    [{ status: 422, body: { error: 'no' } }, 'request'],
    [{ status: 429, headers: { 'retry-after': '7' } }, 'rate_limited'],
    [{ status: 503 }, 'server_error'],
    [{ status: 302, headers: { location: 'http://127.0.0.1/' } }, 'not_understood'],
    ['drop', 'unreachable'],
  ])('%j, by its kind', async (failure, detail) => {
    receiver.fail([failure])
    const fault = await push().catch((error) => error)
    expect(fault).toBeInstanceOf(CrmFault)
    expect(fault.detail).toBe(detail)
    if (detail === 'rate_limited') expect(fault.retryAfterMs).toBe(7_000)
    expect(receiver.asked).toHaveLength(1)
  })

  it('to be read', async () => {
    expect(open().reads).toBe(false)
    await expect(open().records('account', ['1'], [])).rejects.toBeInstanceOf(CrmFault)
    await expect(open().changed('account', { fields: [] })).rejects.toBeInstanceOf(CrmFault)
  })
})
