import { expect, it } from 'vitest'
import { omitUndefined } from './omit-undefined.ts'

interface Given {
  readonly id: number
  readonly title: string | undefined
  readonly missing: string | undefined
}

it('members that are undefined are absent, and others stay, in their order', () => {
  const { id, title, missing }: Given = { id: 7, title: 'Opening', missing: undefined }
  const kept = omitUndefined({ id, title, missing, empty: '', none: null, no: false })
  expect(Object.entries(kept)).toEqual([
    ['id', 7],
    ['title', 'Opening'],
    ['empty', ''],
    ['none', null],
    ['no', false],
  ])
  expect('missing' in kept).toBe(false)
})

it('the types of members that can be undefined are optional', () => {
  const toKept = (given: Given): { readonly id: number; readonly title?: string; readonly missing?: string } =>
    omitUndefined(given)
  expect(toKept({ id: 7, title: undefined, missing: 'x' })).toEqual({ id: 7, missing: 'x' })
})
