/** Argon2id as it is stored, and how much of it is done at once. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createHashing, normalized, readPhc, STRENGTH, TooBusy } from './argon2.ts'

/** As quick as it gets: what is looked at is not how hard it is. */
const quick = { strength: { memory: 8, passes: 1, parallelism: 1 } }
const hashing = createHashing(quick)

describe('a hash', () => {
  it('fits its password and no other, and is never twice the same', async () => {
    const [one, two] = [await hashing.hash('four words and more'), await hashing.hash('four words and more')]
    expect(one).toMatch(/^\$argon2id\$v=19\$m=8,t=1,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    expect(one).not.toBe(two)
    expect(await hashing.verify('four words and more', one)).toBe(true)
    for (const other of ['four words and mor', 'Four words and more', 'four words and more ', '']) {
      expect(await hashing.verify(other, one)).toBe(false)
    }
  })

  it('is that of other programs', async () => {
    // The reference implementation: echo -n password | argon2 somesalt -id -t 2 -k 65536 -p 1 -l 24 …
    const known = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
    expect(await hashing.verify('password', known)).toBe(true)
    expect(await hashing.verify('Password', known)).toBe(false)
  })

  it('is as hard to make as OWASP asks for', async () => {
    const { memory, passes, parallelism } = STRENGTH
    expect([memory >= 19_456, passes >= 2, parallelism >= 1]).toEqual([true, true, true])
    const stored = await createHashing().hash('four words and more')
    expect(readPhc(stored).strength).toEqual(STRENGTH)
  })

  it('is outdated when its parameters are not those of today', async () => {
    const stored = await hashing.hash('four words and more')
    expect([hashing.isOutdated(stored), createHashing().isOutdated(stored)]).toEqual([false, true])
  })

  it('of any text fits that text, however it was typed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 40 }), async (text) => {
        const stored = await hashing.hash(text.normalize('NFC'))
        expect(await hashing.verify(text.normalize('NFD'), stored)).toBe(true)
      }),
      { numRuns: 50 },
    )
    expect(normalized('ﬁ')).toBe('fi')
  })

  it('that asks for more than anybody would is refused before any work', async () => {
    for (const stored of [
      '$argon2id$v=19$m=99999999,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
      '$argon2id$v=19$m=65536,t=999,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
      '$argon2i$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
      '$2b$12$abc',
      '',
    ]) {
      await expect(hashing.verify('x', stored)).rejects.toThrow('valid Argon2id')
    }
  })
})

describe('work', () => {
  it('is done for nobody as for somebody', async () => {
    expect(await hashing.verify('four words and more', undefined)).toBe(false)
  })

  it('is done a little at a time: some wait, and who comes then is sent away', async () => {
    const small = createHashing({ ...quick, atOnce: 1, waitingMax: 2 })
    const asked = await Promise.allSettled(Array.from({ length: 6 }, () => small.hash('four words and more')))
    const busy = asked.filter((one) => one.status === 'rejected' && one.reason instanceof TooBusy)
    expect([asked.filter(({ status }) => status === 'fulfilled').length, busy.length]).toEqual([3, 3])
    // Nothing stays taken.
    expect(await small.hash('four words and more')).toMatch(/^\$argon2id/)
  })
})
