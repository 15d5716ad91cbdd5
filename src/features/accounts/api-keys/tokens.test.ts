import { createHmac, hkdfSync } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Secret } from '../../../core/config.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { createKeyTokens } from './tokens.ts'

const SECRET = 'a secret for tests that no installation has'
const tokens = createKeyTokens(new Secret(SECRET))
const foreign = createKeyTokens(new Secret('the secret of somebody else, just as long'))

const key = {
  keyId: '01900000-0000-7000-8000-000000000001',
  organizationId: '01900000-0000-7000-8000-000000000002' as OrganizationId,
  userId: '01900000-0000-7000-8000-000000000003',
  issuedAt: new Date('2026-03-10T10:00:00.000Z'),
  expiresAt: undefined,
}

const read = (part: string | undefined) => JSON.parse(Buffer.from(part ?? '', 'base64url').toString())
const written = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A token with any header and payload, signed with the right key of the right secret. */
function forge(header: object, payload: object): string {
  const signingKey = Buffer.from(hkdfSync('sha256', SECRET, '', 'parley api keys', 32))
  const body = `${written(header)}.${written(payload)}`
  return `${body}.${createHmac('sha256', signingKey).update(body).digest('base64url')}`
}

const HEADER = { alg: 'HS256', typ: 'JWT' }
const CLAIMS = { 'api-version': 'apiv2', iss: 'parley', jti: key.keyId, org: key.organizationId, sub: key.userId }

describe('a key token', () => {
  it('carries the claims that were decided, and nothing else', async () => {
    const [header, payload] = (await tokens.sign(key)).split('.')
    expect(read(header)).toEqual(HEADER)
    expect(read(payload)).toEqual({ ...CLAIMS, iat: Date.parse('2026-03-10T10:00:00Z') / 1000 })
  })

  it('has no subject at org level, and an expiry only when the key has one', async () => {
    const expiresAt = new Date('2026-04-01T00:00:00.000Z')
    const [, payload] = (await tokens.sign({ ...key, userId: undefined, expiresAt })).split('.')
    expect(read(payload)).not.toHaveProperty('sub')
    expect(read(payload).exp).toBe(expiresAt.getTime() / 1000)
  })

  it('is read back as what it was signed for, again and again', async () => {
    const token = await tokens.sign(key)
    const { keyId, organizationId, userId } = key
    for (const _ of [1, 2, 3]) expect(await tokens.verify(token)).toEqual({ keyId, organizationId, userId })
    const orgLevel = await tokens.sign({ ...key, userId: undefined })
    expect(await tokens.verify(orgLevel)).toEqual({ keyId, organizationId, userId: undefined })
  })

  it('is verified whether or not it has expired: the row of the key knows that', async () => {
    const expired = await tokens.sign({ ...key, expiresAt: new Date('2026-03-10T10:00:01.000Z') })
    expect(await tokens.verify(expired)).toBeDefined()
  })

  it('is known to every process with the same secret', async () => {
    expect(await createKeyTokens(new Secret(SECRET)).verify(await tokens.sign(key))).toBeDefined()
  })
})

describe('whatever was not signed here', () => {
  it('is refused when another secret signed it', async () => {
    expect(await tokens.verify(await foreign.sign(key))).toBeUndefined()
    expect(await foreign.verify(await tokens.sign(key))).toBeUndefined()
  })

  it('is refused when the payload was changed', async () => {
    const [header, payload, signature] = (await tokens.sign(key)).split('.')
    for (const change of [{ org: key.userId }, { sub: undefined }, { jti: key.userId }, { exp: 9_999_999_999 }]) {
      const changed = [header, written({ ...read(payload), ...change }), signature].join('.')
      expect(await tokens.verify(changed)).toBeUndefined()
    }
  })

  it.each(['none', 'None', 'NONE', 'HS384', 'HS512', 'RS256', 'hs256'])(
    'is refused when it says alg %s',
    async (alg) => {
      const [, payload, signature] = (await tokens.sign(key)).split('.')
      for (const last of ['', signature]) {
        expect(await tokens.verify(`${written({ ...HEADER, alg })}.${payload}.${last}`)).toBeUndefined()
      }
      expect(await tokens.verify(forge({ ...HEADER, alg }, CLAIMS))).toBeUndefined()
    },
  )

  it('is refused when a claim is missing or of another kind, though the signature is right', async () => {
    expect(await tokens.verify(forge(HEADER, CLAIMS))).toBeDefined()
    const wrong: object[] = [
      { 'api-version': undefined },
      { 'api-version': 'apiv1' },
      { iss: 'somebody' },
      { iss: undefined },
      { jti: undefined },
      { jti: 'x' },
      { org: undefined },
      { org: "'; drop table users; --" },
      { org: ['01900000-0000-7000-8000-000000000002'] },
      { sub: 'alice' },
      { sub: 7 },
    ]
    for (const change of wrong) {
      expect([change, await tokens.verify(forge(HEADER, { ...CLAIMS, ...change }))]).toEqual([change, undefined])
    }
  })

  it('is refused when a header claims a key of its own or an extension it must not ignore', async () => {
    const jwk = { kty: 'oct', k: Buffer.from('0'.repeat(32)).toString('base64url') }
    const body = `${written({ ...HEADER, jwk })}.${written(CLAIMS)}`
    const signed = `${body}.${createHmac('sha256', '0'.repeat(32)).update(body).digest('base64url')}`
    expect(await tokens.verify(signed)).toBeUndefined()
    expect(await tokens.verify(forge({ ...HEADER, crit: ['x'], x: 1 }, CLAIMS))).toBeUndefined()
  })

  it('is refused when it is longer than any token of ours', async () => {
    expect(await tokens.verify(forge(HEADER, { ...CLAIMS, more: 'x'.repeat(2_000) }))).toBeUndefined()
  })

  it('is refused without a fault, whatever it is', async () => {
    const junk = fc.oneof(
      fc.string(),
      fc.array(fc.base64String(), { minLength: 3, maxLength: 3 }).map((parts) => parts.join('.')),
    )
    await fc.assert(
      fc.asyncProperty(junk, async (token) => {
        expect(await tokens.verify(token)).toBeUndefined()
      }),
    )
  })

  it('is refused wherever one character of header or payload differs', async () => {
    const token = await tokens.sign(key)
    const end = token.lastIndexOf('.')
    await fc.assert(
      fc.asyncProperty(fc.nat(end - 1), fc.constantFrom(...'AQgw09_-z'), async (at, other) => {
        fc.pre(token[at] !== other && token[at] !== '.')
        expect(await tokens.verify(token.slice(0, at) + other + token.slice(at + 1))).toBeUndefined()
      }),
    )
  })
})
