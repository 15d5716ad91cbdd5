import { describe, expect, it } from 'vitest'
import { marksOfMarkdown, titleOfHeading } from './markdown.ts'

const told = (text: string) =>
  marksOfMarkdown(text).map(({ kind, start, end, level }) => [kind, text.slice(start, end), level ?? 0])

describe('headings', () => {
  it.each([
    ['# One', 1],
    ['###### Six', 6],
    ['   ## Indented', 2],
    ['## Closed ##', 2],
    ['#\tTab', 1],
    ['#', 1],
  ])('%s', (line, level) => {
    expect(told(`before\n\n${line}\n\nafter`)).toEqual([['heading', line, level]])
  })

  it.each(['#hashtag', '####### Seven', '    # code', '\\# escaped', 'a # b'])('are not %s', (line) => {
    expect(told(line)).toEqual([])
  })

  it('may be underlined', () => {
    expect(told('One\n===\n\nTwo\n---\n\nThree\nlines\n-')).toEqual([
      ['heading', 'One\n===', 1],
      ['heading', 'Two\n---', 2],
      ['heading', 'lines\n-', 2],
    ])
  })

  it.each(['\n---', '- item\n---', '> quote\n---', '1. one\n---', '---\n---\nx', '# A\n---'])(
    'are not made by a rule: %j',
    (text) => expect(told(text).filter(([, line]) => String(line).includes('\n') && line !== '---\n---')).toEqual([]),
  )

  it('are not found in what stands before the text', () => {
    const front = '---\ntitle: A page\ntags:\n  - one\n---'
    expect(told(`${front}\n# A`)).toEqual([
      ['code', front, 0],
      ['heading', '# A', 1],
    ])
  })
})

describe('code', () => {
  it('hides what looks like a heading', () => {
    expect(told('# A\n```sh\n# no\n```\n# B')).toEqual([
      ['heading', '# A', 1],
      ['code', '```sh\n# no\n```', 0],
      ['heading', '# B', 1],
    ])
  })

  it('ends with as many signs as it began with, of the same kind, alone in their line', () => {
    const text = '````\n```\n~~~~\n```` x\n`````\n# A'
    expect(told(text)).toEqual([
      ['code', '````\n```\n~~~~\n```` x\n`````', 0],
      ['heading', '# A', 1],
    ])
  })

  it('that nobody closes runs to the end', () => {
    expect(told('~~~\n# no\n')).toEqual([['code', '~~~\n# no\n', 0]])
  })
})

describe('the title of a heading', () => {
  it.each([
    ['# One', 'One'],
    ['## Closed ##', 'Closed'],
    ['  ### C# #', 'C#'],
    ['One\n===', 'One'],
    ['#', ''],
    ['#  many   blanks ', 'many blanks'],
    ['Of a page', 'Of a page'],
  ])('%j is %j', (heading, title) => expect(titleOfHeading(heading)).toBe(title))
})
