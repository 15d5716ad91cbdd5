import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fold } from '../../../core/fold.ts'
import { resolveOptions } from './model.ts'

const value = fc.constantFrom('a', 'A', 'b', 'ß', 'ä', 'Ä', 'a\u0308', 'ς', 'Σ', 'c', 'd')
const had = fc
  .uniqueArray(value, { selector: fold })
  .map((values) => values.map((one, index) => ({ id: `${index}`, value: one, description: `about ${one}` })))
const given: fc.Arbitrary<{ id?: string; value: string; description?: string }[]> = fc.array(
  fc.record(
    {
      id: fc.constantFrom('0', '1', '2', '3', 'unknown'),
      value,
      description: fc.constantFrom('', 'new'),
    },
    { requiredKeys: ['value'] },
  ),
  { maxLength: 6 },
)

describe('settled options', () => {
  it('are the given ones, each with an id of its own, or problems are told', () => {
    fc.assert(
      fc.property(had, given, (before, wanted) => {
        let made = 0
        const { options, problems } = resolveOptions(before, wanted, () => `new ${made++}`)
        expect(options.map((option) => option.value)).toEqual(wanted.map((option) => option.value))
        const values = new Set(wanted.map((option) => fold(option.value)))
        const ids = wanted.flatMap(({ id }) => (id === undefined ? [] : [id]))
        const isWrong =
          values.size < wanted.length ||
          new Set(ids).size < ids.length ||
          !ids.every((id) => before.some((option) => option.id === id))
        expect(problems.length > 0).toBe(isWrong)
        if (isWrong) return
        expect(new Set(options.map((option) => option.id)).size).toBe(options.length)
        for (const [index, option] of options.entries()) {
          const { id, value: text, description } = wanted[index] ?? { value: '' }
          const old = before.find((one) => one.id === option.id)
          if (id !== undefined) expect(option.id).toBe(id)
          else if (old !== undefined) expect(fold(old.value)).toBe(fold(text))
          expect(option.description).toBe(description ?? old?.description ?? '')
        }
        // An option whose value is sent without an id stays, unless its id was given to another value.
        for (const old of before) {
          const again = wanted.some((one) => one.id === undefined && fold(one.value) === fold(old.value))
          if (again && !ids.includes(old.id)) expect(options.map((option) => option.id)).toContain(old.id)
        }
      }),
    )
  })
})
