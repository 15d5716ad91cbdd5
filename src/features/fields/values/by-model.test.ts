/** How a model is asked: in how many calls, and what is made of several answers. */
import { describe, expect, it } from 'vitest'
import { type LanguageModel, ModelFault } from '../../../core/language-model.ts'
import type { ApplicableItem } from './applicable-items.ts'
import { valuesByModel } from './by-model.ts'

const segmentsOf = (texts: readonly string[]) =>
  texts.map((text) => ({
    ...{ speaker: { name: 'Ann' }, start: null, end: null },
    words: [{ text, startTimestamp: null, endTimestamp: null }],
  }))
const item = (id: string, more: Partial<ApplicableItem> = {}): ApplicableItem => ({
  ...{ id, version: 1, key: id, title: id, category: 'CRM', prompt: '', dependsOn: null },
  ...{ responseType: 'number', options: [], maxValues: null, allowLongResponse: false },
  ...more,
})

type Answers = Readonly<Record<string, unknown>>
/** A model that takes in so much, and answers each prompt by a function. */
function modelOf(contextTokens: number, answer: (prompt: string) => Answers) {
  const prompts: string[] = []
  const never = () => {
    throw new Error('Nobody asks for this.')
  }
  const model: LanguageModel = {
    ...{ name: 'small', contextTokens, text: never, stream: never, turn: never },
    object: async ({ prompt, schema }) => {
      prompts.push(prompt)
      return schema.parse(answer(prompt))
    },
  }
  return { model, prompts }
}
const ask = (model: LanguageModel, items: readonly ApplicableItem[], texts: readonly string[]) =>
  valuesByModel(model, items, { segments: segmentsOf(texts), saidOn: null }, new AbortController().signal)
const of = (value: unknown, segment: number, quote: string, certainty = 'sure') => ({
  ...{ value, certainty, evidence: [{ segment, quote }] },
})
const NONE = { value: null, certainty: 'unsure', evidence: [] }

describe('a conversation that is too long for the model', () => {
  const filler = Array.from(
    { length: 400 },
    (_, at) => `And so on and so forth, as point ${at} of the long agenda says.`,
  )
  const texts = ['We need 60 seats.', ...filler, 'Sorry, we need 80 seats.', ...filler, 'That is all.']
  const answer = (certainties: readonly string[]) => (prompt: string) => {
    if (prompt.includes('60 seats')) return { field_1: of(60, 0, 'We need 60 seats', certainties[0]) }
    if (prompt.includes('80 seats')) return { field_1: of(80, 401, 'we need 80 seats', certainties[1]) }
    return { field_1: NONE }
  }

  it('is read in parts, and the last word of equal ones counts', async () => {
    const { model, prompts } = modelOf(8_000, answer(['sure', 'sure']))
    const { values } = await ask(model, [item('Seats')], texts)
    expect(prompts.length).toBeGreaterThan(2)
    expect(values).toMatchObject([{ itemId: 'Seats', value: 80, evidence: [{ segment: 401 }] }])
  })

  it('is of what the model is surest of', async () => {
    const { model } = modelOf(8_000, answer(['sure', 'unsure']))
    expect((await ask(model, [item('Seats')], texts)).values).toMatchObject([{ value: 60, confidence: 0.9 }])
  })

  it('has the options of all its parts', async () => {
    const products = item('Products', { responseType: 'multipicklist', options: ['A', 'B', 'C'], maxValues: 2 })
    const { model } = modelOf(8_000, (prompt) => {
      if (prompt.includes('60 seats')) return { field_1: of(['C'], 0, 'We need 60 seats') }
      if (prompt.includes('80 seats')) return { field_1: of(['A'], 401, 'we need 80 seats', 'likely') }
      return { field_1: NONE }
    })
    expect((await ask(model, [products], texts)).values).toMatchObject([{ value: ['A', 'C'], confidence: 0.75 }])
  })

  it('is not read when it has far too many parts', async () => {
    const { model, prompts } = modelOf(4_000, () => ({ field_1: NONE }))
    await expect(ask(model, [item('Seats')], Array(40).fill(texts).flat())).rejects.toThrow(ModelFault)
    expect(prompts).toEqual([])
  })
})

describe('items that are too many for one call', () => {
  it('are asked in several, each once', async () => {
    const items = Array.from({ length: 150 }, (_, at) => item(`Item ${at}`))
    const { model, prompts } = modelOf(200_000, (prompt) =>
      Object.fromEntries([...prompt.matchAll(/^(field_\d+) is/gm)].map(([, key]) => [key, of(7, 0, 'it is seven')])),
    )
    const { values } = await ask(model, items, ['We say it is seven.'])
    expect(prompts).toHaveLength(3)
    expect(values.map(({ itemId }) => itemId)).toEqual(items.map(({ id }) => id))
  })
})

it.each<[string, ApplicableItem, unknown, unknown]>([
  ['trims text', item('T', { responseType: 'text' }), '  sixty seats \u0000', 'sixty seats'],
  ['takes what is not in words where words cannot tell', item('T', { responseType: 'boolean' }), true, true],
  ['takes a day as it is', item('T', { responseType: 'date' }), '2026-05-04', '2026-05-04'],
  ['throws away a day there is not', item('T', { responseType: 'date' }), '2026-02-30', undefined],
  ['throws away text that is too long', item('T', { responseType: 'text' }), 'sixty '.repeat(60), undefined],
  ['throws away text of other words', item('T', { responseType: 'text' }), 'eighty', undefined],
])('%s', async (_, asked, value, kept) => {
  const { model } = modelOf(20_000, () => ({ field_1: of(value, 0, 'sixty seats') }))
  const { values, thrownAway } = await ask(model, [asked], ['We need sixty seats.'])
  expect(values[0]?.value).toEqual(kept)
  expect(thrownAway.has('T')).toBe(kept === undefined)
})
