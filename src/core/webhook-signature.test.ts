import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { newWebhookSecret, signWebhook } from './webhook-signature.ts'

const secretOf = (bytes: Uint8Array) => `whsec_${Buffer.from(bytes).toString('base64')}`

describe('a signature', () => {
  it('is taken by the reference library, whatever is signed, with secrets of 24 to 64 bytes', () => {
    const key = fc.uint8Array({ minLength: 24, maxLength: 64 })
    fc.assert(
      fc.property(fc.uuid(), fc.string({ unit: 'grapheme' }), key, (id, text, bytes) => {
        const body = JSON.stringify({ type: 'a', data: text })
        const headers = signWebhook({ id, body }, [secretOf(bytes)], new Date())
        expect(new Webhook(secretOf(bytes)).verify(body, headers)).toEqual(JSON.parse(body))
      }),
    )
  })

  it('is that of the specification’s own example', () => {
    const headers = signWebhook(
      { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', body: '{"test": 2432232314}' },
      ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
      new Date(1_614_265_330_000),
    )
    expect(headers).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    })
  })

  it('stands beside that of another secret, and each is taken', () => {
    const secrets = [newWebhookSecret(), newWebhookSecret()]
    const headers = signWebhook({ id: 'msg_1', body: '{}' }, secrets, new Date())
    for (const secret of secrets) expect(new Webhook(secret).verify('{}', headers)).toEqual({})
    const strange = new Webhook(secretOf(randomBytes(32)))
    expect(() => strange.verify('{}', headers)).toThrow('No matching signature')
  })

  it('covers id, time and body', () => {
    const secret = newWebhookSecret()
    const headers = signWebhook({ id: 'msg_1', body: '{}' }, [secret], new Date())
    const later = String(Number(headers['webhook-timestamp']) + 1)
    expect(() => new Webhook(secret).verify('{ }', headers)).toThrow()
    for (const changed of [{ 'webhook-id': 'msg_2' }, { 'webhook-timestamp': later }]) {
      expect(() => new Webhook(secret).verify('{}', { ...headers, ...changed })).toThrow()
    }
  })
})

describe('a secret', () => {
  it('is of 32 random bytes, in the form of the specification', () => {
    const secret = newWebhookSecret()
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(newWebhookSecret()).not.toBe(secret)
  })
})
