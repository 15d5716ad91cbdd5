import { describe, expect, it } from 'vitest'
import type { AnalysisSubject, SubjectParticipant } from '../../analysis/pipeline/index.ts'
import { assignSides, type OrganizationMember } from './sides.ts'

const person = (name: string | null, email: string | null): SubjectParticipant => ({
  ...{ id: null, name, email },
  ...{ organizer: false, status: null },
})
const speakers = (...all: { name: string; email?: string; internal?: boolean }[]) => ({
  outline: { count: all.length, hasWords: true, speakers: all },
})
const sides = (given: Partial<AnalysisSubject>, members: readonly OrganizationMember[] = []) =>
  assignSides(
    { outline: { speakers: [] }, outside: [], inside: [], isInternal: false, ...given } as unknown as AnalysisSubject,
    members,
  )

const BOB: OrganizationMember = { id: 'b', email: 'bob.miller@acme.example', firstName: 'Bob', lastName: 'Miller' }

describe('a speaker is on the side of', () => {
  it.each([
    ['what the transcript says', { name: 'X', internal: false }, 'outside'],
    ['what the transcript says', { name: 'X', internal: true }, 'inside'],
    ['the participant of that name', { name: 'Ann Meyer' }, 'outside'],
    ['the participant of that first name', { name: 'Ann' }, 'outside'],
    ['the participant of that address', { name: 'A.', email: 'ann@customer.example' }, 'outside'],
    ['the user of that name', { name: 'Bob Miller | Acme' }, 'inside'],
    ['the user of that first name', { name: 'Bob' }, 'inside'],
    ['their part', { name: 'Customer' }, 'outside'],
    ['their part', { name: 'Agent' }, 'inside'],
    ['nobody', { name: 'Eve' }, 'unknown'],
    ['nobody', { name: '' }, 'unknown'],
    ['nobody by a letter', { name: 'A' }, 'unknown'],
  ])('%s: %j is %s', (_, speaker, side) => {
    const given = { ...speakers(speaker), outside: [person('Ann Meyer', 'ann@customer.example')] }
    expect(sides(given, [BOB]).of(speaker.name)).toBe(side)
  })

  it('nobody, where two might be meant', () => {
    const outside = [person('Ann Meyer', 'a@customer.example'), person('Ann Weber', 'w@customer.example')]
    expect(sides({ ...speakers({ name: 'Ann' }), outside }).of('Ann')).toBe('unknown')
    const two = sides({ ...speakers({ name: 'Bob' }, { name: 'Bob Miller' }) }, [BOB])
    expect([two.of('Bob'), two.of('Bob Miller')]).toEqual(['unknown', 'unknown'])
  })

  it('nobody, where both sides claim them; ours, where all are', () => {
    const both = sides({ ...speakers({ name: 'Bob' }), outside: [person('Bob', 'bob@customer.example')] }, [BOB])
    expect(both.of('Bob')).toBe('unknown')
    expect(sides({ ...speakers({ name: 'Eve' }), isInternal: true }).of('Eve')).toBe('inside')
  })
})

it('a user is found by address or by name, and only when it is them alone', () => {
  const plain = { ...BOB, firstName: '', lastName: '' }
  const named = speakers({ name: 'Bob Miller' })
  const addressed = speakers({ name: 'M.', email: 'BOB.MILLER@acme.example' })
  expect(sides(named, [BOB]).findUser('Bob Miller')).toBe(BOB)
  expect(sides(named, [plain]).findUser('Bob Miller')).toBe(plain)
  expect(sides(addressed, [plain]).findUser('M.')).toBe(plain)
  expect(sides(named, [BOB]).findUser('Ann')).toBeUndefined()
})
