import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newId } from './clock.ts'
import { Secret } from './config.ts'
import type { OrganizationId } from './principal.ts'
import { createSealer } from './sealed.ts'

const sealer = createSealer(new Secret('s'.repeat(32)))
const org = newId() as OrganizationId
const other = newId() as OrganizationId

describe('does', () => {
  it('opens what it sealed, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), fc.string(), (text, purpose) => {
        expect(sealer.open(org, purpose, sealer.seal(org, purpose, text))).toBe(text)
      }),
    )
  })

  it('opens in another process with the same secret', () => {
    const sealed = sealer.seal(org, 'webhook', 'whsec_1')
    expect(createSealer(new Secret('s'.repeat(32))).open(org, 'webhook', sealed)).toBe('whsec_1')
  })

  it('shows nothing, and seals the same text differently each time', () => {
    const [first, second] = [sealer.seal(org, 'webhook', 'whsec_1'), sealer.seal(org, 'webhook', 'whsec_1')]
    expect(first).not.toBe(second)
    expect(Buffer.from(first.slice(3), 'base64url').toString('latin1')).not.toContain('whsec')
  })
})

describe('refuses', () => {
  const sealed = sealer.seal(org, 'webhook 1', 'whsec_1')
  it.each<[string, () => string]>([
    ['another purpose', () => sealer.open(org, 'webhook 2', sealed)],
    ['another organization', () => sealer.open(other, 'webhook 1', sealed)],
    ['another secret', () => createSealer(new Secret('t'.repeat(32))).open(org, 'webhook 1', sealed)],
    ['what it never sealed', () => sealer.open(org, 'webhook 1', 'whsec_1')],
    ['nothing', () => sealer.open(org, 'webhook 1', '')],
  ])('%s', (_, open) => {
    expect(open).toThrow()
  })

  it('whatever was changed, wherever', () => {
    const bytes = Buffer.from(sealed.slice(3), 'base64url')
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(() => sealer.open(org, 'webhook 1', `v1.${changed.toString('base64url')}`)).toThrow()
    }
  })
})
