import { describe, expect, it } from 'vitest'
import { expectNoSquare } from '../../../../testing/growth.ts'
import { createStretchReader, toSpokenAccount } from './account-stretches.ts'
import { readSentences } from './sentences.ts'

const read = (texts: readonly string[]) =>
  readSentences(
    texts.map((text, segment) => ({ segment, speaker: 'Ann', text, start: segment, end: segment + 1 })),
    'conversation',
  )

/** Texts that are about the account. */
function about(
  names: readonly string[],
  others: readonly string[],
  texts: readonly string[],
  withOthers: readonly string[] = [],
): string[] {
  const all = read(texts)
  const isAbout = createStretchReader({ names, others, withOthers: new Set(withOthers) }, 'call', all)
  return all.filter(({ position }) => isAbout(position)).map(({ text }) => text)
}

describe('a part about an account', () => {
  it('lasts from its name to the name of another account', () => {
    const texts = ['Good morning.', 'First Harbor.', 'It is live.', 'Then Fennick.', 'It is open.', 'And Harbor again.']
    expect(about(['Harbor & Vane'], ['Fennick Medical', 'Harbor & Vane'], texts)).toEqual([
      'First Harbor.',
      'It is live.',
      'And Harbor again.',
    ])
  })

  it('begins with the name, not with a common word', () => {
    expect(about(['Harbor & Vane'], [], ['We sail to the harbor.', 'It is cold.'])).toEqual([])
  })

  it('begins with the name in lower case, if the text has no capitals', () => {
    const texts = ['good morning.', 'first harbor.', 'it is live.', 'then fennick.', 'it is open.']
    expect(about(['Harbor & Vane'], ['Fennick Medical'], texts)).toEqual(['first harbor.', 'it is live.'])
  })

  it('ends after forty sentences', () => {
    const texts = ['Harbor.', ...Array.from({ length: 60 }, (_, at) => `Sentence ${at} is here.`)]
    expect(about(['Harbor & Vane'], [], texts)).toHaveLength(40)
  })

  it('is short in a call with another account, which only mentions it', () => {
    const texts = ['Harbor.', ...Array.from({ length: 60 }, (_, at) => `Sentence ${at} is here.`)]
    expect(about(['Harbor & Vane'], [], texts, ['call'])).toHaveLength(4)
    expect(about(['Harbor & Vane'], [], texts, ['another'])).toHaveLength(40)
  })
})

it.each([
  ['Harbor & Vane Provisions', 'Harbor'],
  ['The Kestrel Group', 'Kestrel'],
  ['3M', undefined],
  ['kestrel.example', undefined],
  ['AB Foods', undefined],
])('people say a word for an account: %s', (name, said) => {
  expect(toSpokenAccount(name)).toBe(said)
})

it('parts are found in linear time', () => {
  expectNoSquare(2_000, (size) => about(['Harbor & Vane'], ['Fennick'], Array(size).fill('Harbor is there.')))
})
