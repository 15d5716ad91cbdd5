import { describe, expect, it } from 'vitest'
import { readQuestion } from './question.ts'
import { speakersNamed, weighNamedSpeakers } from './speakers.ts'

const line = (speaker: string, text = 'x') => ({ segment: 0, speaker, start: null, end: null, text })
const hit = (...speakers: string[]) => ({
  ...{ id: '', conversationId: '', position: 0, lexical: 1, whole: 0, semantic: null, held: [] },
  lines: speakers.map((speaker) => line(speaker)),
})
const named = (asked: string, ...hits: ReturnType<typeof hit>[]) => [...speakersNamed(readQuestion(asked), hits)]

describe('whom a question names', () => {
  it.each([
    ['by all words of a name', 'What did the Project Manager say?', ['Project Manager']],
    ['by a first name that nobody else has', 'What does Anna think?', ['Anna Keller']],
    ['by speaker:', 'speaker:kell prices', ['Anna Keller']],
    ['by both', 'speaker:marketing what did Anna say', ['Marketing', 'Anna Keller']],
    ['nobody', 'What will the price be?', []],
  ])('%s', (_, asked, expected) => {
    expect(named(asked, hit('Project Manager', 'Anna Keller'), hit('Marketing', 'Anna Keller', ''))).toEqual(expected)
  })
})

describe('how much is by them', () => {
  it('is nothing, all, and more than its share between', () => {
    const anna = new Set(['Anna'])
    expect(weighNamedSpeakers([line('Bob')], anna)).toBe(0)
    expect(weighNamedSpeakers([line('Anna'), line('Anna', 'yz')], anna)).toBe(1)
    expect(weighNamedSpeakers([line('Anna'), line('Bob', 'xyz')], anna)).toBe(0.5)
    expect(weighNamedSpeakers([], anna)).toBe(0)
  })
})
