/** The measures of `eval:fields` and what `train:fields` learns by. */
import { describe, expect, it } from 'vitest'
import { DESKS, type Filed, type ItemGiven, isRight } from '../bench/field-truth.ts'
import { learnChoices } from '../bench/marginal-softmax.ts'

const item = (responseType: ItemGiven['responseType'], compare?: ItemGiven['compare']): ItemGiven => ({
  ...{ title: 'T', contents: '', responseType },
  ...(compare === undefined ? {} : { compare }),
})

describe('a value is right', () => {
  it.each<[ItemGiven, unknown, Filed, boolean]>([
    [item('text'), 'The Airport', 'airport', true],
    [item('text'), '7402', '7403', false],
    [item('number'), 60, 60, true],
    [item('number'), 60, 61, false],
    [item('boolean'), false, false, true],
    [item('boolean'), true, false, false],
    [item('date'), '1940-09-15', '15/09/1940', true],
    [item('date'), '1940-09-16', '15/09/1940', false],
    [item('date', 'day of month'), '2026-05-07', '7', true],
    [item('date', 'day of month'), '2026-05-17', '7', false],
    [item('text', 'hour'), '2:00PM', '2 pm', true],
    [item('text', 'hour'), '2', '2 pm', true],
    [item('text', 'hour'), '12', '2 pm', false],
    [item('text', 'company'), 'Identiv', 'Indentiv Inc', true],
    [item('text', 'company'), 'Amazon', 'American Express Company', false],
    [item('text', 'words'), 'I would like more towels, please', 'more towels', true],
    [item('text', 'words'), 'I would like to sleep', 'more towels', false],
  ])('of %j: %j where %j was filed is %s', (of, found, filed, right) => {
    expect(isRight(of, found, filed)).toBe(right)
  })
})

it('asks what the product takes', () => {
  for (const items of Object.values(DESKS)) {
    for (const { title, responseType, options = [] } of Object.values(items)) {
      expect(title.length).toBeGreaterThan(1)
      expect(options.length > 0).toBe(responseType === 'picklist')
    }
  }
})

describe('learning to choose', () => {
  const choice = (rows: readonly (readonly number[])[], right: readonly number[], group = 0) => ({
    ...{ rows: Float32Array.from(rows.flat()), width: 2, right: Float64Array.from(right), group, weight: 1 },
  })
  const learning = { steps: 200, rate: 0.1, decay: 1e-3, apart: 1e-3 }

  it('finds what the right ones have, and takes any of several', () => {
    const choices = Array.from({ length: 20 }, () =>
      choice(
        [
          [1, 0],
          [1, 0],
          [0, 1],
        ],
        [1, 1, 0],
      ),
    )
    const [weights] = learnChoices(choices, 1, learning)
    expect(weights?.[0]).toBeGreaterThan((weights?.[1] ?? 0) + 1)
  })

  it('lets groups depart from one another', () => {
    const choices = [0, 1].flatMap((group) =>
      Array.from({ length: 20 }, () =>
        choice(
          [
            [1, 0],
            [0, 1],
          ],
          group === 0 ? [1, 0] : [0, 1],
          group,
        ),
      ),
    )
    const [one, other] = learnChoices(choices, 2, learning)
    expect(one?.[0]).toBeGreaterThan(one?.[1] ?? 0)
    expect(other?.[1]).toBeGreaterThan(other?.[0] ?? 0)
  })
})
