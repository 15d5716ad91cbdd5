import { describe, expect, it } from 'vitest'
import { fold, recognizeSpeakers, sortParticipants } from './model.ts'

describe('a speaker', () => {
  const segment = (name: string) => ({ speaker: { name } as { name: string; email?: string; internal?: boolean } })
  const people = [
    { name: 'Ann', email: 'ann@customer.example' },
    { name: 'Bob', email: 'bob@ACME.example' },
    { name: 'Sam', email: 'sam1@acme.example' },
    { name: 'sam', email: 'sam2@acme.example' },
    { name: 'Eve' },
  ]
  const speakers = (...names: string[]) =>
    recognizeSpeakers(names.map(segment), people, ['acme.example']).map(({ speaker }) => speaker)

  it('who has exactly the name of one participant gets their address and side', () => {
    expect(speakers('ann', 'BOB')).toEqual([
      { name: 'ann', email: 'ann@customer.example', internal: false },
      { name: 'BOB', email: 'bob@ACME.example', internal: true },
    ])
  })

  it('whose name two participants have, or one without an address, or nobody, stays as told', () => {
    expect(speakers('Sam', 'Eve', 'Anna', '')).toEqual([
      { name: 'Sam' },
      { name: 'Eve' },
      { name: 'Anna' },
      { name: '' },
    ])
  })

  it('who came with an address keeps it', () => {
    const [one] = recognizeSpeakers([{ speaker: { name: 'Ann', email: 'other@x.example' } }], people, [])
    expect(one?.speaker).toEqual({ name: 'Ann', email: 'other@x.example' })
  })
})

describe('participants', () => {
  it('are inside by the whole domain after the last @, and each address is found once', () => {
    const given = [
      { email: 'a@acme.example' },
      { email: 'A@Acme.Example' },
      { email: 'b@not-acme.example' },
      { email: 'c@x@acme.example' },
    ]
    const { inside, outside, emails, isInternal } = sortParticipants(given, ['acme.example'])
    expect(inside.map(({ email }) => email)).toEqual(['a@acme.example', 'A@Acme.Example', 'c@x@acme.example'])
    expect(outside.map(({ email }) => email)).toEqual(['b@not-acme.example'])
    expect(emails).toEqual(['a@acme.example', 'b@not-acme.example', 'c@x@acme.example'])
    expect(isInternal).toBe(false)
  })

  it('that are none make nothing internal', () => {
    expect(sortParticipants([], ['acme.example']).isInternal).toBe(false)
  })
})

describe('folding', () => {
  it('makes a part of a text a part of its fold', () => {
    for (const text of ['ΟΔΟΣΑ', 'Größe', 'İstanbul', 'e\u0301t\u00e9', 'plain ASCII']) {
      const letters = [...text.normalize('NFC')]
      for (let end = 1; end <= letters.length; end++) expect(fold(text)).toContain(fold(letters.slice(0, end).join('')))
    }
  })
})
