import { describe, expect, it } from 'vitest'
import { excerptAround } from './excerpt.ts'
import { readSentences } from './sentences.ts'

/** Sentences of the excerpt around one of them. @param lines `Speaker: words` */
function excerptOf(key: string, lines: readonly string[]): string[] {
  const spoken = lines.map((line, segment) => {
    const [speaker = '', text = ''] = line.split(': ')
    return { segment, speaker, start: null, end: null, text }
  })
  const all = readSentences(spoken, 'conversation')
  const { from, to } = excerptAround(
    all,
    all.findIndex(({ text }) => text === key),
  )
  return all.slice(from, to).map(({ text }) => text)
}

describe('an excerpt', () => {
  const TURNS = [
    ...['Ann: That is a good page.', 'Ann: I will write it up today and send it round.'],
    ...['Ann: What has nobody said yet?', 'Bob: Wayloom.', 'Bob: Everybody is at thirty-six dollars now.'],
    ...['Ann: Our next meeting is in March.'],
  ]

  it('contains the rest of the turn around a statement', () => {
    expect(excerptOf('I will write it up today and send it round.', TURNS)).toEqual([
      'That is a good page.',
      'I will write it up today and send it round.',
      'What has nobody said yet?',
      'Wayloom.',
    ])
  })

  it('contains the answer of somebody else to a question, rather than what precedes the question', () => {
    expect(excerptOf('What has nobody said yet?', TURNS)).toEqual([
      'What has nobody said yet?',
      'Wayloom.',
      'Everybody is at thirty-six dollars now.',
    ])
  })

  it('contains the question of a short reply', () => {
    expect(excerptOf('Wayloom.', TURNS)).toEqual([
      'What has nobody said yet?',
      'Wayloom.',
      'Everybody is at thirty-six dollars now.',
    ])
  })

  it('contains the reply to a question after which its speaker goes on', () => {
    const turns = ['Ann: Are we safe to go?', 'Ann: Jonas said wait.', 'Bob: Yes.', 'Bob: It is out for a week.']
    expect(excerptOf('Are we safe to go?', turns)).toEqual([
      'Are we safe to go?',
      'Jonas said wait.',
      'Yes.',
      'It is out for a week.',
    ])
    const own = [
      'Ann: Why do we do this?',
      'Ann: One, it is cheap.',
      'Ann: Two, it is old.',
      'Ann: Three.',
      'Bob: Okay.',
    ]
    expect(excerptOf('Why do we do this?', own)).not.toContain('Okay.')
  })
})
