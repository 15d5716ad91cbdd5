import { describe, expect, it } from 'vitest'
import { invalid } from '../../core/errors.ts'
import { describeWrongFilter } from './wrong-filter.ts'

describe('a filter with a wrong value', () => {
  it.each([
    ['/query/fromDateTime', '`fromDateTime` must be an ISO 8601 date-time.', 'Period'],
    ['/query/filter[owner.id]', 'Entry 1 of `filter[owner.id]` must be a UUID.', 'Owner'],
    ['/filter/score.min', '`score.min` must be a number.', 'Score of at least'],
  ])('%s has the name of the form', (pointer, detail, label) => {
    const words = String(describeWrongFilter(invalid({ pointer, detail })))
    expect(words).toBe(
      `The filter “${label}” has a value that isn't valid. Remove the filter, or choose another value.`,
    )
  })

  it('shows other errors as they are, with code', () => {
    const error = invalid({ pointer: '/query/page', detail: '`page` must be at least 1.' })
    expect(describeWrongFilter(error)).toMatchObject({ text: '<code>page</code> must be at least 1.' })
  })
})
