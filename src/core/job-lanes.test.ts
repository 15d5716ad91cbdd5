import { describe, expect, it } from 'vitest'
import { parseLanes } from './job-lanes.ts'

describe('lanes', () => {
  it.each([
    ['long', { inside: 0, outside: 0, long: 2 }],
    ['inside=8, outside=40', { inside: 8, outside: 40, long: 0 }],
    ['inside,outside,long=1', { inside: 4, outside: 16, long: 1 }],
  ])('%s', (text, places) => {
    expect(parseLanes(text)).toEqual(places)
  })

  it.each(['', ' ', 'analysis', 'long,long', 'inside=0', 'inside=201', 'inside=-1', 'inside=', 'long=2;', 'inside,'])(
    'refuses %j',
    (text) => {
      expect(parseLanes(text)).toBeUndefined()
    },
  )
})
