import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changed, dependenceProblem, validateItem } from './model.ts'
import { type ItemContent, NEW_ITEM } from './schema.ts'

const item = (given: Partial<ItemContent> = {}): ItemContent => ({ ...NEW_ITEM, title: 'T', ...given })
const pointers = (given: Partial<ItemContent>) => validateItem(item(given)).map(({ pointer }) => pointer)

describe('a change', () => {
  const picked = item({ responseType: 'multipicklist', options: ['a', 'b'], maxValues: 2 })

  it('keeps what is omitted', () => {
    expect(changed(picked, { title: 'New', contents: undefined })).toEqual({ ...picked, title: 'New' })
  })

  it('lets go of what the new response type cannot have, unless that is given', () => {
    expect(changed(picked, { responseType: 'text' })).toMatchObject({ options: [], maxValues: null })
    expect(changed(picked, { responseType: 'picklist' })).toMatchObject({ options: ['a', 'b'], maxValues: null })
    expect(changed(picked, { responseType: 'text', options: ['a'] })).toMatchObject({ options: ['a'] })
  })

  it('takes back with null', () => {
    expect(changed(picked, { maxValues: null }).maxValues).toBeNull()
  })
})

describe('an item', () => {
  it.each([
    [{}, []],
    [{ responseType: 'picklist', options: ['a'] }, []],
    [{ responseType: 'multipicklist', options: ['a', 'b'], maxValues: 2 }, []],
    [{ responseType: 'picklist' }, ['/options']],
    [{ responseType: 'multipicklist' }, ['/options']],
    [{ options: ['a'] }, ['/options']],
    [{ responseType: 'boolean', options: ['a', 'A'] }, ['/options', '/options/1']],
    [{ responseType: 'picklist', options: ['Straße', 'b', 'STRAßE', 'B'] }, ['/options/2', '/options/3']],
    [{ responseType: 'picklist', options: ['a'], maxValues: 1 }, ['/maxValues']],
    [{ responseType: 'multipicklist', options: ['a'], maxValues: 2 }, ['/maxValues']],
  ] as const)('that is %j has problems at %j', (given, expected) => {
    expect(pointers(given as Partial<ItemContent>)).toEqual(expected)
  })
})

describe('dependences', () => {
  const all = new Map([
    ['a', null],
    ['b', 'a'],
    ['c', 'b'],
  ])

  it.each([
    [undefined, 'c', false],
    ['a', null, false],
    ['c', 'a', false],
    ['a', 'a', true],
    ['a', 'c', true],
    ['b', 'c', true],
    ['c', 'd', true],
    [undefined, 'd', true],
  ])('of %s on %s are a problem: %s', (id, on, isProblem) => {
    expect(dependenceProblem(all, id, on) !== undefined).toBe(isProblem)
  })

  it('never come to a circle, whatever is asked for in whatever order, and refuse nothing else', () => {
    const name = fc.integer({ min: 0, max: 7 }).map(String)
    fc.assert(
      fc.property(fc.array(fc.tuple(name, name), { maxLength: 60 }), (asked) => {
        const links = new Map<string, string | null>(Array.from({ length: 8 }, (_, n) => [String(n), null]))
        for (const [id, on] of asked) {
          const would = new Map(links).set(id, on)
          expect(dependenceProblem(links, id, on) !== undefined).toBe(hasCircle(would))
          if (!hasCircle(would)) links.set(id, on)
        }
      }),
    )
  })
})

/** In n steps whoever is on no circle has come to an end. */
function hasCircle(links: ReadonlyMap<string, string | null>): boolean {
  return [...links.keys()].some((start) => {
    let at: string | null = start
    for (let step = 0; step < links.size; step++) at = at === null ? null : (links.get(at) ?? null)
    return at !== null
  })
}
