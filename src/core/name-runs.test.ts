import { describe, expect, it } from 'vitest'
import { meansPerson, placeWords, readNameRuns, splitName } from './name-runs.ts'

const SMALL = new Set('what did say think and of the is'.split(' '))

const runsIn = (text: string) => [
  ...new Set(
    readNameRuns(placeWords(text), ({ word }) => !SMALL.has(word)).flatMap((run) => run?.words.join(' ') ?? []),
  ),
]

describe('runs of capitalized words', () => {
  it.each([
    ['What did Anna Schmidt say?', ['anna schmidt']],
    ['What did Anna-Lena Schmidt and Tom Miller say?', ['anna lena schmidt', 'tom miller']],
    ['What did Dr. Anna Schmidt say?', ['anna schmidt']],
    ['What did PhD C think?', ['phd c']],
    ['What did Grad A think?', ['grad a']],
    // A possessive, a comma and other words end a name.
    ["Is Anna's Ottermoor deal open?", []],
    ['What did Anna, Tom and Ida say?', []],
    ['What did Anna say?', []],
    ['What did anna schmidt say?', []],
  ])('%s', (text, runs) => {
    expect(runsIn(text)).toEqual(runs)
  })
})

describe('a run means a person', () => {
  const known = new Set(splitName('Anna Meyer Thomas Miller PhD A'))
  const means = (asked: string, name: string) => {
    const run = readNameRuns(placeWords(asked), () => true).find((one) => one !== undefined)
    if (run === undefined) throw new Error(`No name in ${asked}.`)
    return meansPerson(run, splitName(name), (word) => known.has(word))
  }

  it.each([
    ['of Anna Meyer', 'Anna Meyer'],
    ['of Anna Meyer', 'Anna'],
    ['of Anna Meyer', 'Anna Katharina Meyer'],
    ['of Alex Miller', 'Alexander Miller'],
    ['of Alexander Miller', 'Alex Miller'],
    ['of T. Miller and T Miller', 'Thomas Miller'],
    ['of Thomas M', 'Thomas Miller'],
    ['of Anna Meyer Ottermoor', 'Anna Meyer'],
    // The first word of a sentence can be any word.
    ['Compare Anna', 'Anna Meyer'],
  ])('%s: %s', (asked, name) => {
    expect(means(asked, name)).toBe(true)
  })

  it.each([
    ['of Anna Schmidt', 'Anna Meyer'],
    ['of Peter Miller', 'Thomas Miller'],
    ['of Peter Miller', 'Paul Miller'],
    ['of Tom Miller', 'Thomas Miller'],
    ['of PhD C', 'PhD A'],
    ['of PhD C', 'Professor C'],
    ['Anna Schmidt', 'Anna Meyer'],
  ])('%s: not %s', (asked, name) => {
    expect(means(asked, name)).toBe(false)
  })
})
