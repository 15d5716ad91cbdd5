import { describe, expect, it } from 'vitest'
import { parseQuestion } from '../../../text/passage-ranking/index.ts'
import type { ReadText } from '../text.ts'
import { featuredSentences } from './candidates.ts'
import { answerWithVerdict } from './extractive.ts'
import { classifyQuestion } from './kind.ts'
import { toSaidWords } from './to-said-words.ts'

const GATES = 'How many gates does the north depot have?'

interface Call {
  readonly title?: string
  readonly at?: string
  readonly weight?: number
  readonly said: readonly string[]
}

function toText(prompt: string, { title = 'Call', at, weight = 1, said }: Call): ReadText {
  const lines = said.map((line, segment) => {
    const [speaker = '', ...words] = line.split(': ')
    return { speaker, text: words.join(': '), segment, start: segment * 5, end: segment * 5 + 4 }
  })
  const speakers = [...new Set(lines.map(({ speaker }) => speaker))]
  return {
    ...{ kind: 'conversation', id: title, title, at: at ?? null, lines, weight, answerability: 1, blocks: [] },
    ...{ place: lines.map(() => 1), question: parseQuestion(prompt, speakers) },
  }
}

/** Passages of the answer, best first. */
const answers = (prompt: string, ...calls: readonly Call[]): string[] =>
  answerWithVerdict(
    classifyQuestion(prompt),
    prompt,
    calls.map((call) => toText(prompt, call)),
  ).parts.map(({ text }) => text.trim())

describe('a question about a fact', () => {
  it('prefers a statement to a condition', () => {
    const said = ['Ann: On Thursday we saved three tours.', 'Bob: If it is three tours every day.']
    expect(answers('How many tours did we save?', { said })[0]).toContain('we saved three tours')
  })

  it('prefers the number of the thing to other numbers', () => {
    const north = 'Ann: We loaded the north depot, last week’s orders, four hundred and twelve stops on the Tuesday.'
    const gates = 'Bob: North is six gates, but gate four is broken since forever, so five.'
    const found = answers(GATES, { title: 'A', said: [north] }, { title: 'B', weight: 0.6, said: [gates] })
    expect(found[0]).toContain('six gates')
  })

  it('has no bonus for the number of something else', () => {
    const said = [
      'Ann: The north depot loads four hundred stops at its gates.',
      'Ann: The north depot loads at its gates.',
    ]
    const [other, none] = featuredSentences(toText(GATES, { said }), parseQuestion(GATES, []), 'amount')
    expect(other?.bonus).toBeLessThanOrEqual(none?.bonus ?? 0)
  })

  it('prefers a statement with the reason', () => {
    const said = [
      'Ann: The gates at seven and eight, which don’t load before midnight, are new.',
      'Bob: There’s a rule that nobody loads at seven and eight before midnight because of the neighbors.',
    ]
    expect(answers('Why can nobody load at gates seven and eight before midnight?', { said })[0]).toContain('neighbors')
  })

  it('keeps what a pronoun means', () => {
    const said = [
      'Ann: What about the driver notes with photos? Wasn’t that for this quarter?',
      'Bob: It’s out in two weeks. I could show it to your drivers before it comes.',
      'Ann: Yes. They like it if they’re asked.',
    ]
    const [first] = answers('When will driver notes with photos be available?', { said })
    expect(first).toContain('**“It’s out in two weeks.”**')
    expect(first).toContain('What about the driver notes with photos?')
  })

  it('puts the newest plan first', () => {
    const older = {
      title: 'A',
      at: '2026-09-17T10:00:00.000Z',
      said: ['Ann: We open the new warehouse in three months.'],
    }
    const newer = { title: 'B', at: '2026-11-05T10:00:00.000Z', said: ['Ann: The new warehouse opens in five weeks.'] }
    expect(answers('When does the new warehouse open?', older, newer)[0]).toContain('in five weeks')
  })

  it('prefers a day to other passages', () => {
    const said = [
      'Ann: Then show them the dog first, in the training. Not the hours.',
      'Bob: If I have it this week, the training could be on Thursday in two weeks.',
    ]
    expect(answers('When is the training?', { said })[0]).toContain('Thursday in two weeks')
  })
})

it.each([
  ['What did Bob say?', 'say'],
  ['What did Bob propose?', 'propose'],
])('a question about a speaker alone is answered by the speaker: %s', (prompt, verb) => {
  const others = Array.from({ length: 120 }, (_, n) => `Ann: I ${verb} that the depot number ${n} has gates.`)
  const said = [...others, 'Bob: The tests of the new gate are merged.']
  const text = toText(prompt, { said })
  const ranked = { ...text, place: said.map((_, line) => (line < others.length ? 1 : 0.4)) }
  const { parts } = answerWithVerdict('open', prompt, [ranked])
  expect(parts.map((part) => part.text)).toEqual([expect.stringMatching(/^Bob .*tests of the new gate/)])
})

describe('words of the same meaning', () => {
  it('are found if nobody says the word of the question', () => {
    expect(toSaidWords('Is there a refund for lost photos?', ['You get a credit.', 'A photo is lost.'])).toBe(
      'Is there a credit for lost photos?',
    )
    expect(toSaidWords('Is there a refund?', ['The refund is a credit.'])).toBe('Is there a refund?')
    expect(toSaidWords('Is there a refund?', ['Nothing.'])).toBe('Is there a refund?')
  })
})
