import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ChoosableLabel } from '../../conversations/labels/index.ts'
import { splitTranscriptSentences } from '../../text/extractive-summary/index.ts'
import { cutTranscript } from '../../text/passages/index.ts'
import type { TranscriptSegment } from '../../text/transcripts/index.ts'
import { chooseByRules, spokenTerms } from './by-rules.ts'

const spoken = (...texts: string[]) =>
  spokenTerms(
    splitTranscriptSentences(
      cutTranscript(
        texts.map(
          (text): TranscriptSegment => ({
            ...{ speaker: { name: 'Bob' }, start: null, end: null },
            words: [{ text, startTimestamp: null, endTimestamp: null }],
          }),
        ),
      ),
    ),
  )
const label = (...options: [value: string, description: string][]): ChoosableLabel => ({
  ...{ id: 'l', name: 'Reason', description: '' },
  options: options.map(([value, description]) => ({ id: value, value, description })),
})
const REASON = label(
  ['Refund', 'The customer wants money back for an order.'],
  ['Delivery', 'The customer asks where an order is, and when the parcel arrives.'],
  ['Login', 'The customer cannot sign in to an account.'],
)

describe('words', () => {
  it('choose the option that most is said of, with the sentences that say it', () => {
    const chosen = chooseByRules(
      REASON,
      spoken('Hello, how are you?', 'I would like a refund for my order.', 'The money was taken twice, so refund me.'),
    )
    expect(chosen).toMatchObject({ optionId: 'Refund', source: 'rule' })
    expect(chosen?.evidence.map(({ segment }) => segment)).toEqual([1, 2])
    expect(chosen?.confidence).toBeGreaterThan(0.8)
  })

  it('are quoted with their whole sentence, which can have several lines', () => {
    const lines = ['It is not something that', 'needs a refund or money back.', 'Thank you.']
    const evidence = chooseByRules(REASON, spoken(...lines))?.evidence ?? []
    expect(evidence.map(({ segment, quote }) => [segment, quote])).toEqual([[0, lines.slice(0, 2).join(' ')]])
  })

  it('choose none where nothing leads', () => {
    expect(chooseByRules(REASON, spoken('Good morning.', 'The weather is fine.'))).toBeUndefined()
    expect(chooseByRules(REASON, spoken('I have a question about an order.'))).toBeUndefined()
    expect(chooseByRules(REASON, spoken('My parcel has not arrived and I cannot sign in.'))).toBeUndefined()
  })

  it('that all options share count for none', () => {
    const two = label(['Order change', ''], ['Order cancellation', ''])
    expect(chooseByRules(two, spoken('It is about an order.', 'Yes, the order.'))).toBeUndefined()
    expect(
      chooseByRules(two, spoken('I want a cancellation of the order.', 'Is the cancellation done?'))?.optionId,
    ).toBe('Order cancellation')
  })

  it('quote what was said, whatever that was', () => {
    const words = fc.array(fc.constantFrom('refund', 'parcel', 'account', 'money', 'hello', 'sign', 'the'), {
      maxLength: 8,
    })
    fc.assert(
      fc.property(fc.array(words, { maxLength: 20 }), (turns) => {
        const texts = turns.map((all) => all.join(' '))
        const chosen = chooseByRules(REASON, spoken(...texts))
        for (const { quote } of chosen?.evidence ?? []) expect(texts.join(' ')).toContain(quote)
        if (chosen !== undefined) expect(chosen.evidence.length).toBeGreaterThan(0)
      }),
    )
  })
})
