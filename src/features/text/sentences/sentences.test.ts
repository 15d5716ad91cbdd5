import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectNoSquare } from '../../../testing/growth.ts'
import { detectStyle, needsNext, needsPrevious, splitDocument, splitSentences, splitText } from './index.ts'
import type { SpokenLine } from './join-lines.ts'

/** Lines without times, given as `[speaker, text]`. */
const spoken = (...said: readonly (readonly [string, string])[]): SpokenLine[] =>
  said.map(([speaker, text], segment) => ({ segment, speaker, text, start: null, end: null }))

const textsOf = (lines: readonly SpokenLine[]) => splitSentences(lines).map(({ text }) => text)

describe('a text', () => {
  it.each([
    ['Dr. Lee met J. Smith. He left.', ['Dr. Lee met J. Smith.', 'He left.']],
    ['We take plan B. Then we see.', ['We take plan B.', 'Then we see.']],
    ['It costs 3.5 million, e.g. for two. Fine.', ['It costs 3.5 million, e.g. for two.', 'Fine.']],
    ['See no. 5 on the list. No. That is all.', ['See no. 5 on the list.', 'No.', 'That is all.']],
    ['The U.S. market grew. The U.S. Senate did not.', ['The U.S. market grew.', 'The U.S. Senate did not.']],
    ['So… the plan is ready. And… I agree.', ['So… the plan is ready.', 'And… I agree.']],
    ['We tried that… Nobody came.', ['We tried that… Nobody came.']],
    ['We went there again… Nobody came.', ['We went there again…', 'Nobody came.']],
    ['We sell in the U.S. We like it.', ['We sell in the U.S.', 'We like it.']],
    ['Acme Inc. is here. They pay.', ['Acme Inc. is here.', 'They pay.']],
    ['“Really?” he asked. “Yes.” Good.', ['“Really?” he asked.', '“Yes.”', 'Good.']],
    ['Visit example.com today! Do it.', ['Visit example.com today!', 'Do it.']],
    ['今日は。元気ですか？はい', ['今日は。', '元気ですか？', 'はい']],
    ['First part\n\nSecond part', ['First part', 'Second part']],
    ['no capitals here. so every stop counts.', ['no capitals here.', 'so every stop counts.']],
    ['iPhone sales rose. iPad sales fell.', ['iPhone sales rose.', 'iPad sales fell.']],
    ['We sell phones. iPhone sales rose.', ['We sell phones.', 'iPhone sales rose.']],
    ['', []],
  ])('%j', (text, sentences) => {
    expect(splitText(text).map(({ from, to }) => text.slice(from, to))).toEqual(sentences)
  })
})

describe('a transcript', () => {
  it('has sentences that continue in the next line of the speaker', () => {
    const lines = spoken(
      ['Ann', "It's not something that"],
      ['Ann', 'I can promise you for June.'],
      ['Bob', 'Okay, so we do our, like.'],
      ['Bob', 'threshold signing first.'],
      ['Ann', 'Good. We meet on Friday.'],
    )
    expect(textsOf(lines)).toEqual([
      "It's not something that I can promise you for June.",
      'Okay, so we do our, like. threshold signing first.',
      'Good.',
      'We meet on Friday.',
    ])
    expect(splitSentences(lines)[0]?.pieces).toEqual([
      { line: 0, from: 0, to: 23 },
      { line: 1, from: 0, to: 27 },
    ])
  })

  it('has sentences that continue after a signal of the listener', () => {
    const lines = spoken(
      ['Ann', 'In half of the branches'],
      ['Bob', 'Mm-hmm.'],
      ['Ann', 'they never open the app.'],
      ['Bob', 'Why is that?'],
    )
    expect(textsOf(lines)).toEqual(['In half of the branches they never open the app.', 'Mm-hmm.', 'Why is that?'])
  })

  it('ends a sentence when another person speaks', () => {
    const lines = spoken(['Ann', 'We could ask if'], ['Bob', 'No, we have asked them.'], ['Ann', 'That is fine then.'])
    expect(textsOf(lines)).toEqual(['We could ask if', 'No, we have asked them.', 'That is fine then.'])
  })

  it('keeps lines apart that are written without punctuation', () => {
    const lines = spoken(
      ['Ann', 'hello i want a room'],
      ['Ann', 'for two people please'],
      ['Bob', 'which day is it for'],
    )
    expect(textsOf(lines)).toEqual(['hello i want a room', 'for two people please', 'which day is it for'])
  })

  it('joins captions without punctuation if no time is between them', () => {
    const caption = (segment: number, text: string, start: number, end: number) => ({
      ...{ segment, text, start, end, speaker: '' },
    })
    const lines = [
      caption(0, 'welcome to the weekly', 0, 2),
      caption(1, 'meeting about the roof', 2.2, 4),
      caption(2, 'first of all the budget', 9, 11),
    ]
    expect(textsOf(lines)).toEqual(['welcome to the weekly meeting about the roof', 'first of all the budget'])
  })

  it('joins lines of a sentence over a breath, and not over a long pause', () => {
    const line = (segment: number, text: string, start: number, end: number) => ({
      ...{ segment, text, start, end, speaker: 'Ann' },
    })
    const withPause = (pause: number) =>
      textsOf([
        line(0, 'The roof is done.', 0, 3),
        line(1, 'And the next thing that we do here', 3, 6),
        line(2, 'is the ramp of the warehouse.', 6 + pause, 9 + pause),
      ])
    expect(withPause(2)).toEqual([
      'The roof is done.',
      'And the next thing that we do here is the ramp of the warehouse.',
    ])
    expect(withPause(30)).toHaveLength(3)
  })

  it('splits a run of words that is too long for a quote, and says so', () => {
    const [first, ...others] = splitSentences(spoken(['Ann', `${'word '.repeat(500)}end.`]))
    expect(others.length).toBeGreaterThan(0)
    expect([first?.whole, others.at(-1)?.whole]).toEqual([false, false])
    expect(splitSentences(spoken(['Ann', 'Short.']))[0]?.whole).toBe(true)
  })

  it('has every word in exactly one sentence, verbatim and in order', () => {
    const word = fc.constantFrom(
      'we',
      'Ann',
      'it.',
      'so…',
      'no?',
      'e.g.',
      '3.5',
      'J.',
      '。',
      '“Yes.”',
      '…',
      'and,',
      '\n\n',
      '🙂',
    )
    const text = fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => words.join(' '))
    const line = fc.record({
      speaker: fc.constantFrom('', 'A', 'B'),
      text,
      gap: fc.double({ min: 0, max: 20, noNaN: true }),
    })
    fc.assert(
      fc.property(fc.array(line, { maxLength: 20 }), fc.boolean(), (given, timed) => {
        let clock = 0
        const lines = given.map(({ speaker, text: said, gap }, segment): SpokenLine => {
          clock += gap
          return { segment, speaker, text: said, start: timed ? clock : null, end: timed ? clock : null }
        })
        const sentences = splitSentences(lines)
        expect(sentences.map(({ position }) => position)).toEqual(sentences.map((_, at) => at))
        for (const { text: said, pieces, speaker } of sentences) {
          expect(pieces.map((one) => lines[one.line]?.text.slice(one.from, one.to)).join(' ')).toBe(said)
          for (const piece of pieces) expect(lines[piece.line]?.speaker).toBe(speaker)
        }
        const covered = lines.map(({ text: said }, at) => {
          const ranges = sentences.flatMap(({ pieces }) => pieces.filter((one) => one.line === at))
          const sorted = ranges.toSorted((a, b) => a.from - b.from)
          sorted.slice(1).forEach((one, index) => {
            expect(one.from).toBeGreaterThanOrEqual(sorted[index]?.to ?? 0)
          })
          return said.split('').filter((_, offset) => !sorted.some((one) => one.from <= offset && offset < one.to))
        })
        expect(covered.flat().join('').trim()).toBe('')
      }),
    )
  })

  it.each([
    ['words without an end', 'and so on '],
    ['dots', '. . … '],
    ['capital letters', 'A. B. '],
    ['closing marks', '.”)) '],
  ])('takes linear time for %s', (_, part) => {
    expectNoSquare(20_000, (size) => splitSentences(spoken(['', part.repeat(size)])))
  })

  it('takes linear time for many lines that continue', () => {
    expectNoSquare(20_000, (size) =>
      splitSentences(spoken(...Array.from({ length: size }, () => ['A', 'and'] as const), ['B', 'Done now with it.'])),
    )
  })
})

describe('a document', () => {
  it('has sentences that continue after a hard line break, and headings that end', () => {
    const lines = ['Travel rules', 'Trains of the first class need', 'the approval of a director. Taxis', "don't."].map(
      (text) => ({ segment: 0, speaker: '', start: null, end: null, text }),
    )
    expect(splitDocument(lines).map(({ text }) => text)).toEqual([
      'Travel rules',
      'Trains of the first class need the approval of a director.',
      "Taxis don't.",
    ])
  })
})

it('a sentence that ends in a pause is not whole', () => {
  const lines = spoken(['Ann', 'We met them again on Monday.'], ['Bob', 'They asked for more of it...'])
  expect(splitSentences(lines).map(({ whole }) => whole)).toEqual([true, false])
})

describe('the style', () => {
  it('is told from most lines', () => {
    expect(detectStyle(spoken(['A', 'This is a sentence.'], ['B', 'And this is one.']))).toEqual({
      punctuated: true,
      cased: true,
    })
    expect(detectStyle(spoken(['A', 'this is a line'], ['B', 'and this is one']))).toEqual({
      punctuated: false,
      cased: false,
    })
  })
})

describe('a sentence needs', () => {
  const said = (text: string, speaker = 'A') => ({ speaker, text })

  it.each([
    ['the condition before it', 'If legal agrees.', 'Then we go with Lyon.'],
    ['the thing that it points to', 'The pilot failed twice.', 'That was expected by everybody.'],
    ['what introduces it', 'The vendor said:', 'We will deliver the parts in June.'],
    ['what distances it', 'In theory.', 'We deliver all of the parts in June.'],
  ])('%s', (_, before, text) => expect(needsPrevious(said(text), said(before))).toBe(true))

  it('the question that it answers', () => {
    expect(needsPrevious(said('Fifty-eight dollars.'), said('What does it cost?', 'B'))).toBe(true)
    expect(needsPrevious(said('Fifty-eight dollars.'), said('I see that.', 'B'))).toBe(false)
  })

  it.each([
    ['a limit after it', 'We can do it in June.', 'But only if the audit is done.'],
    ['a withdrawal after it', 'We can do it in June.', 'Actually, no, July.'],
    ['the consequence after it', 'If the audit is late.', 'The launch moves to July.'],
  ])('%s', (_, text, after) => expect(needsNext(said(text), said(after))).toBe(true))

  it('nothing if it is clear', () => {
    expect(needsPrevious(said('The budget is nine thousand euros.'), said('We met on Monday.'))).toBe(false)
    expect(needsNext(said('The budget is nine thousand euros.'), said('The team has six people.'))).toBe(false)
  })
})
