import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { byName, namesIn } from './model.ts'
import { folderPath } from './schema.ts'

describe('a path', () => {
  it('gives back the names it was made of', () => {
    const name = fc.stringMatching(/^[a-zA-Z0-9äé🚀.-]{1,20}$/u)
    fc.assert(
      fc.property(fc.array(name, { maxLength: 20 }), (names) => {
        expect(folderPath.parse(`/${names.join(' / ')}/`)).toEqual(names)
      }),
    )
  })

  it('has no blank names', () => {
    expect(namesIn(' // a /\t/ b c /')).toEqual(['a', 'b c'])
    expect(folderPath.parse('')).toEqual([])
  })
})

describe('the order of names', () => {
  it('is total, so that an answer is the same every time', () => {
    const folder = fc.record({
      id: fc.uuid(),
      name: fc.string({ unit: fc.constantFrom('a', 'A', 'ä', '1', '0', ' ') }),
    })
    fc.assert(
      fc.property(fc.uniqueArray(folder, { selector: ({ id }) => id }), (folders) => {
        expect(folders.toReversed().sort(byName)).toEqual(folders.toSorted(byName))
      }),
    )
  })

  it('is that of people', () => {
    const names = ['Week 10', 'week 9', 'Zebra', 'Übung', 'apple', 'Äpfel']
    expect(
      names
        .map((name) => ({ name, id: name }))
        .sort(byName)
        .map(({ name }) => name),
    ).toEqual([...['Äpfel', 'apple', 'Übung', 'week 9', 'Week 10', 'Zebra']])
  })
})
