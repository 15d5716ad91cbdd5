import { describe, expect, it } from 'vitest'
import { parseQuestion, readLines } from '../../../text/passage-ranking/index.ts'
import { computeAnswerFeatures, isMeaningKnown, SIGNS, type Sign } from './answerable.ts'

const TALK = [
  ['Ann Lee', 'The scanners for Rotterdam cost sixty dollars a piece.'],
  ['Bob', 'That fits the budget.'],
  ['Ann Lee', 'Marlowe delivers them in June.'],
] as const
const LINES = TALK.map(([speaker, text], segment) => ({ segment, speaker, text, start: null, end: null }))

const read = (question: string, likeness?: number) => {
  const features = computeAnswerFeatures(readLines(LINES), parseQuestion(question, ['Ann Lee', 'Bob']), { likeness })
  return (name: Sign) => features[SIGNS.indexOf(name)]
}

describe('features of a question for a call', () => {
  it('count the terms that nobody says', () => {
    expect(read('What do the scanners cost?')('missing')).toBe(0)
    expect(read('What do the scanners and printers cost?')('missing')).toBeGreaterThan(0)
    expect(read('Which printers were stolen?')('missing')).toBe(1)
  })

  it('count the names that nobody says and no speaker has', () => {
    expect(read('What did Marlowe deliver?')('missingNames')).toBe(0)
    expect(read('What did Lee say about scanners?')('missingNames')).toBe(0)
    expect(read('What did Quillfeather deliver?')('missingNames')).toBe(0.5)
  })

  it('have the likeness, if it is known', () => {
    const features = (likeness?: number) =>
      computeAnswerFeatures(readLines(LINES), parseQuestion('What do the scanners cost?', []), { likeness })
    expect([features(0.5), features()].map(isMeaningKnown)).toEqual([true, false])
  })
})
