/** The figures of small talks, worked out by hand; the formulas are those of docs/statistics.md. */
import { describe, expect, it } from 'vitest'
import type { TranscriptSegment } from '../../text/transcripts/index.ts'
import { computeStatistics } from './statistics.ts'

type Line = readonly [name: string, text: string, start?: number | null, end?: number | null]
const SIDES: Record<string, boolean> = { Bob: true, Bea: true, Ann: false, Art: false }

const spoken = (...lines: readonly Line[]): TranscriptSegment[] =>
  lines.map(([name, text, start = null, end = null]) => ({
    speaker: name in SIDES ? { name, internal: SIDES[name] as boolean } : { name },
    start,
    end,
    words: [{ text, startTimestamp: start, endTimestamp: end }],
  }))
const of = (...lines: readonly Line[]) => {
  const told = computeStatistics(spoken(...lines))
  if (told === null) throw new Error('nothing was said')
  return told
}
const speaker = (told: ReturnType<typeof of>, name: string) => told.speakers.find((one) => one.name === name)
const words = (count: number) => `${Array.from({ length: count }, () => 'word').join(' ')}.`

describe('a call between two sides, as a recorder of cues writes it', () => {
  const told = of(
    ['Bob', 'Good morning, how is the warehouse doing?', 5, 8],
    ['Ann', words(40), 9, 25],
    ['Ann', words(20), 25.5, 33.5],
    ['Bob', 'Right.', 33.6, 34],
    ['Ann', words(10), 34.2, 38.2],
    ['Bob', words(30), 40.2, 52.2],
    ['Ann', 'And what does it cost?', 55, 57],
    ['Bob', 'Four hundred euros.', 57.5, 59],
  )

  it('adds up words and time', () => {
    expect(told).toMatchObject({ words: 7 + 40 + 20 + 1 + 10 + 30 + 5 + 3, timedShare: 1, namedShare: 1 })
    // From 5 to 59.
    expect(told.duration).toBe(54)
    // Bob 3 + 0.4 + 12 + 1.5; Ann 16 + 8 + 4 + 2.
    expect(speaker(told, 'Bob')).toMatchObject({ words: 41, talkTime: 16.9, talkShare: 0.3603, internal: true })
    expect(speaker(told, 'Ann')).toMatchObject({ words: 75, talkTime: 30, talkShare: 0.6397, wordsPerMinute: 150 })
    expect(told.internalTalkShare).toBe(0.3603)
  })

  it('knows silence from a breath', () => {
    // 8–9, 38.2–40.2 and 52.2–55; a half second is none.
    expect(told).toMatchObject({ silence: 5.8, silenceShare: 0.1074, longestSilence: 2.8 })
  })

  it('knows a short answer from a sound of listening', () => {
    const asked = of(['Ann', words(20)], ['Ann', 'Is that right?'], ['Bob', 'Right.'], ['Ann', words(10)])
    expect(speaker(asked, 'Bob')?.turns).toBe(1)
    expect(speaker(asked, 'Ann')?.turns).toBe(2)
    const told = of(['Ann', words(20)], ['Bob', 'Right.'], ['Ann', words(10)])
    expect(speaker(told, 'Ann')?.turns).toBe(1)
  })

  it('lets a sound of listening end no monologue', () => {
    expect(told.longestMonologue).toEqual({
      ...{ speaker: 'Ann', firstSegment: 1, lastSegment: 4, start: 9, end: 38.2, duration: 29.2, words: 70 },
    })
    expect(told.longestCustomerStory).toEqual(told.longestMonologue)
    expect(speaker(told, 'Bob')?.longestMonologue).toMatchObject({ firstSegment: 5, duration: 12 })
    // Bob, Ann, Bob, Ann, Bob.
    expect(told).toMatchObject({ speakerSwitches: 4, interactivity: 4.44 })
    expect(speaker(told, 'Bob')?.turns).toBe(3)
  })

  it('waits as long as the replies did', () => {
    // 38.2 → 40.2 and 57 → 57.5.
    expect(told.patience).toBe(1.25)
  })

  it('counts what was asked and answered', () => {
    expect(told).toMatchObject({ questionsAsked: 2, questionsAnswered: 2 })
    expect(speaker(told, 'Ann')).toMatchObject({ questionsAsked: 1, questionsAnswered: 1 })
  })

  it('does not tell interruptions where nobody ever speaks beside another', () => {
    expect(told.interruptions).toBeNull()
  })
})

describe('people who speak at once', () => {
  it('interrupt who is cut off, and not who goes on', () => {
    const told = of(
      ['Ann', words(20), 0, 10],
      ['Bob', words(20), 8, 20],
      // Within what Bob says: he goes on.
      ['Ann', 'That is what we always thought.', 12, 14],
      ['Ann', words(10), 19.8, 25],
    )
    expect(told.interruptions).toBe(1)
    expect(speaker(told, 'Bob')?.interruptions).toBe(1)
    expect(speaker(told, 'Ann')?.interruptions).toBe(0)
    // Talk of two is counted for both, and silence for none.
    expect(told).toMatchObject({ silence: 0, duration: 25 })
    expect(speaker(told, 'Ann')?.talkTime).toBe(17.2)
  })

  it('and cues of one speaker that overlap are counted once', () => {
    expect(speaker(of(['Ann', words(30), 0, 10], ['Ann', words(30), 5, 15]), 'Ann')).toMatchObject({
      talkTime: 15,
      wordsPerMinute: 240,
    })
  })
})

describe('times', () => {
  it('of words leave out what lies between them', () => {
    const word = (text: string, startTimestamp: number, endTimestamp: number) => ({
      text,
      startTimestamp,
      endTimestamp,
    })
    const told = computeStatistics([
      {
        speaker: { name: 'Ann' },
        start: 0,
        end: 20,
        words: [word('Well,', 0, 0.5), word('let', 0.9, 1.2), word('me', 8, 9), word('see.', 9.5, 20)],
      },
    ])
    expect(told).toMatchObject({ silence: 6.8, speakers: [{ talkTime: 13.2, words: 4, wordsPerMinute: 18.2 }] })
  })

  it('that come in another order are put in theirs', () => {
    const [one, two, three]: Line[] = [
      ['Ann', words(5), 0, 2],
      ['Bob', words(5), 3, 5],
      ['Ann', words(5), 6, 8],
    ] as const
    if (one === undefined || two === undefined || three === undefined) throw new Error('lines')
    const [straight, crossed] = [of(one, two, three), of(two, one, three)]
    expect({ ...crossed, speakers: [] }).toEqual({
      ...straight,
      speakers: [],
      longestMonologue: { ...straight.longestMonologue, firstSegment: 1, lastSegment: 1 },
      longestCustomerStory: { ...straight.longestCustomerStory, firstSegment: 1, lastSegment: 1 },
    })
  })

  it('that are not there are not made up', () => {
    const NONE = {
      ...{ duration: null, interactivity: null, patience: null, internalTalkShare: null, silence: null },
      ...{ silenceShare: null, longestSilence: null, interruptions: null },
    }
    const chat: Line[] = [
      ['Ann', 'Hello, do you have it in blue?'],
      ['Bob', 'We do. Which size do you want?'],
      ['Ann', 'Large.'],
    ]
    const told = of(...chat)
    expect(told).toMatchObject({ ...NONE, timedShare: 0, speakerSwitches: 2, questionsAsked: 2, questionsAnswered: 2 })
    expect(speaker(told, 'Bob')).toMatchObject({ talkTime: null, talkShare: null, wordsPerMinute: null, words: 7 })
    // By words, since there is no time.
    expect(told.longestMonologue).toMatchObject({ speaker: 'Ann', words: 7, duration: null, start: null })
    // Beginnings alone are no times of speech.
    expect(of(...chat.map(([name, text], at): Line => [name, text, at * 5]))).toMatchObject(NONE)
  })

  it('of some are not taken for those of all', () => {
    expect(of(['Ann', words(80), 0, 10], ['Bob', words(20)]).duration).toBeNull()
    expect(of(['Ann', words(95), 0, 10], ['Bob', words(5)])).toMatchObject({ duration: 10, timedShare: 0.95 })
  })

  it('of a long pause end a monologue', () => {
    const told = of(['Ann', words(9), 0, 4], ['Ann', words(9), 8.9, 12], ['Ann', words(9), 17.1, 20])
    expect(told.longestMonologue).toMatchObject({ firstSegment: 0, lastSegment: 1, duration: 12, words: 18 })
  })
})

describe('sides', () => {
  it('that nobody knows give no customer, no patience, no share', () => {
    const told = of(['Speaker 1', words(9), 0, 5], ['Speaker 2', words(9), 6, 9])
    expect(told).toMatchObject({ patience: null, longestCustomerStory: null, internalTalkShare: null })
    expect(told.longestMonologue).toMatchObject({ speaker: 'Speaker 1' })
  })

  it('of which one only is known give no share', () => {
    expect(of(['Bob', words(9), 0, 5], ['Speaker 2', words(9), 6, 9])).toMatchObject({
      internalTalkShare: null,
      longestCustomerStory: null,
    })
  })

  it('tell no patience by a reply after a break', () => {
    expect(of(['Ann', words(9), 0, 5], ['Bob', words(9), 15.1, 18]).patience).toBeNull()
  })
})

describe('speakers', () => {
  it('without a name are nobody', () => {
    const told = of(['', 'Shall we begin?', 0, 2], ['', 'Yes, we shall.', 3, 5])
    expect(told).toMatchObject({ ...{ speakerCount: 0, speakers: [], namedShare: 0 }, speakerSwitches: null })
    expect(told).toMatchObject({ questionsAsked: 1, questionsAnswered: null, duration: 5, longestMonologue: null })
  })

  it('of one name and two addresses are two', () => {
    const [one, two] = spoken(['Ann', words(3)], ['Ann', words(4)]) as [TranscriptSegment, TranscriptSegment]
    const told = computeStatistics([one, { ...two, speaker: { name: 'Ann', email: 'ann@b.example' } }])
    expect(told?.speakers.map(({ email }) => email)).toEqual(['ann@b.example', null])
  })

  it('are told by two hundred, most words first', () => {
    const told = of(...Array.from({ length: 300 }, (_, at): Line => [`P${at}`, words(at + 1)]))
    expect(told.speakers).toHaveLength(200)
    expect([told.speakerCount, told.speakers[0]?.name, told.speakers[199]?.name]).toEqual([300, 'P299', 'P100'])
  })
})

describe('questions', () => {
  const answeredTo = (question: string, ...after: readonly Line[]) => of(['Ann', question], ...after).questionsAnswered

  it.each([
    ['What does it cost?', 'Twelve euros.', 1],
    ['What does it cost?', "I don't know.", 0],
    ['What does it cost?', 'What do you mean?', 0],
    ['What does it cost?', 'What does it cost? Twelve euros.', 1],
    ['Do you ship to France?', 'Yes.', 1],
    ['What does it cost? And do you ship to France?', 'Twelve, and yes.', 2],
    [`Why, you ask? ${words(60)}`, 'I see.', 0],
    ['We can do that, right?', 'We can.', 1],
    ['Right? Okay? You know?', 'Yes.', 0],
    ['See https://a.example/?q=1 for the terms.', 'Thanks.', 0],
    ['これはいくらですか？', '十二ユーロです。', 1],
  ])('%s – %s: %i answered', (question, reply, answered) => {
    expect(answeredTo(question, ['Bob', reply])).toBe(answered)
  })

  it('to which nobody speaks are not answered', () => {
    expect(of(['Ann', 'Hello?'], ['Ann', 'Is anybody there?'])).toMatchObject({
      questionsAsked: 2,
      questionsAnswered: 0,
    })
  })

  it('cannot be told in a text without signs', () => {
    const told = of(['Ann', 'how much does it cost'], ['Bob', 'twelve euros a month'])
    expect(told).toMatchObject({ questionsAsked: null, questionsAnswered: null })
    expect(speaker(told, 'Ann')?.questionsAsked).toBeNull()
  })
})

describe('words', () => {
  it.each([
    ['one two-three, four … – 5', 4],
    ['今日は価格について話しましょう。', 7],
    ['?! …', 0],
  ])('%s: %i', (text, count) => {
    expect(computeStatistics(spoken(['Ann', text]))?.words ?? 0).toBe(count)
  })

  it('that nobody said give nothing', () => {
    expect(computeStatistics([])).toBeNull()
    expect(computeStatistics(spoken(['Ann', ' '], ['Bob', '–']))).toBeNull()
  })
})
