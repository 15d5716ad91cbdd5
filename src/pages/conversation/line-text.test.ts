import { expect, it } from 'vitest'
import { renderLineText } from './line-text.ts'

const underline = (from: number, to: number) => ({ from, to, color: 'talk-track-1', title: 'Price' })

it('marks results and underlines matches, also where they cross', () => {
  expect(renderLineText('the price list', [{ start: 8, end: 14 }], [underline(4, 9)]).text).toBe(
    'the <span class="talk-hit talk-track-1" title="Price">pric</span><span class="talk-hit talk-track-1" title="Price"><mark>e</mark></span><mark> list</mark>',
  )
})

it('counts results in code points, and ignores what lies outside or overlaps', () => {
  expect(renderLineText('😀 <b>', [{ start: 2, end: 5 }], []).text).toBe('😀 <mark>&lt;b&gt;</mark>')
  expect(renderLineText('price', [], [underline(0, 3), underline(2, 5), underline(0, 99)]).text).toBe(
    '<span class="talk-hit talk-track-1" title="Price">pri</span>ce',
  )
})
