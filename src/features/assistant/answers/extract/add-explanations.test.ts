import { describe, expect, it } from 'vitest'
import { addExplanations } from './add-explanations.ts'
import { excerptAround } from './excerpt.ts'
import { readSentences } from './sentences.ts'

const WHY = 'Why did one customer save only 3 percent?'
type Said = readonly [speaker: string, text: string]
const SAID: readonly Said[] = [
  ['Elaine', 'The lowest was three percent.'],
  ['Priya', 'That is right, and the highest was thirteen.'],
  ['Elaine', 'What was special about the one with three?'],
  ['Marcus', 'I know that one. They had another planning tool before.'],
  ['Elaine', 'Good.'],
]

/** Key sentences of the first sentence and of its explanation. */
function explain(prompt: string, said: readonly Said[] = SAID): (string | undefined)[] {
  const lines = said.map(([speaker, text], segment) => ({ segment, speaker, text, start: segment, end: segment + 1 }))
  const all = readSentences(lines, 'conversation')
  const of = { kind: 'conversation', id: 'c', title: 'Call', at: null, lines } as const
  return addExplanations(prompt, [{ ...excerptAround(all, 0, 0), of, all }]).map(({ key }) => all[key]?.text)
}

describe('a question for a reason', () => {
  it('gets the reply to a later question for the reason', () =>
    expect(explain(WHY)).toEqual(['The lowest was three percent.', 'They had another planning tool before.']))

  it('gets nothing more if its passage states a reason', () => {
    const stated: Said = ['Elaine', 'The lowest was three percent, because they had a tool.']
    expect(explain(WHY, [stated, ...SAID.slice(1)])).toHaveLength(1)
  })

  it('gets nothing more if the later question is about something else', () => {
    const other = SAID.map(([speaker, text]): Said => [speaker, text.replace('special about', 'planned for')])
    expect(explain(WHY, other)).toHaveLength(1)
  })

  it('gets nothing more if the later question for a reason is about something else', () => {
    const other = SAID.map(
      ([speaker, text]): Said => [speaker, text.replace(/What was .*/, 'Why did you call the board?')],
    )
    expect(explain(WHY, other)).toHaveLength(1)
  })

  it('gets the reply to a later question that names nothing', () => {
    const short = SAID.map(([speaker, text]): Said => [speaker, text.replace(/What was .*/, 'Can you tell why?')])
    expect(explain(WHY, short)).toHaveLength(2)
  })

  it('gets nothing more if the later question asks for no reason', () => {
    const short = SAID.map(([speaker, text]): Said => [speaker, text.replace(/What was .*/, 'Is that all?')])
    expect(explain(WHY, short)).toHaveLength(1)
  })

  it('gets nothing more if nobody else replies', () => {
    expect(
      explain(
        WHY,
        SAID.map(([, text]): Said => ['Elaine', text]),
      ),
    ).toHaveLength(1)
  })
})

it('adds nothing to other questions', () => expect(explain('How much did one customer save?')).toHaveLength(1))
