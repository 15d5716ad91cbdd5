import { expect, it } from 'vitest'
import { html } from '../../inbound/web/html.ts'
import { type CitedPlace, linkCitations, linkLine } from './citations.ts'

const call = (id: string, start: number | null): CitedPlace => ({
  type: 'CONVERSATION',
  id,
  title: `Call <${id}>`,
  start,
})
const PLACES = [
  ...[call('a', 4), call('a', 9), call('a', 12), call('b', null)],
  { type: 'KB_SOURCE', id: 'k', title: 'Prices', start: null } as const,
]
const linked = (line: string) => html`${linkCitations(line, PLACES)}`.text
const link = (path: string, title: string, numbers: string) =>
  `<a class="insights-mark" href="${path}" title="${title}">${numbers}</a>`

it('a citation is a link to its moment, or to its document', () => {
  expect(linked('Too dear. [2]')).toBe(`Too dear. ${link('/conversations/a?t=9', 'Call &lt;a&gt;', '2')}`)
  expect(linked('[4] and [5].')).toBe(
    `${link('/conversations/b', 'Call &lt;b&gt;', '4')} and ${link('/knowledge/k', 'Prices', '5')}.`,
  )
})

it('consecutive citations of a call are one link to the first', () => {
  expect(linked('Dear. [1] [2] [3] [4][5]')).toBe(
    `Dear. ${link('/conversations/a?t=4', 'Call &lt;a&gt;', '1–3')} ${link('/conversations/b', 'Call &lt;b&gt;', '4')} ${link('/knowledge/k', 'Prices', '5')}`,
  )
  expect(linked('[3] [1]')).toBe(
    `${link('/conversations/a?t=12', 'Call &lt;a&gt;', '3')} ${link('/conversations/a?t=4', 'Call &lt;a&gt;', '1')}`,
  )
})

it('other numbers in brackets stay', () => {
  expect(linked('The first <row>[0] of [9].')).toBe('The first &lt;row&gt;[0] of [9].')
})

it('a line starts with a link to its call', () => {
  const { text } = linkLine('Call <a> (16 November 2026): Ann: “No.” [3]', PLACES)
  expect(text).toBe(
    `<a class="insights-title" href="/conversations/a"><bdi>Call &lt;a&gt;</bdi></a> (16 November 2026): Ann: “No.” ${link('/conversations/a?t=12', 'Call &lt;a&gt;', '3')}`,
  )
  expect(linkLine('Somebody else (2026)', PLACES).text).toBe('Somebody else (2026)')
})
