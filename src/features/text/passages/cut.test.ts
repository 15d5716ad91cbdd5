import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyText } from '../../../testing/any-text.ts'
import { cutIntoPassages, PASSAGE_MAX } from './cut.ts'
import { marksOfMarkdown } from './markdown.ts'

const cutMarkdown = (text: string) => cutIntoPassages(text, marksOfMarkdown(text))

const word = fc.stringMatching(/^[a-zA-ZäöüéßØ]{1,14}[,;]?$/)
const sentence = fc.array(word, { minLength: 1, maxLength: 25 }).map((words) => `${words.join(' ')}.`)
const paragraph = fc.array(sentence, { minLength: 1, maxLength: 20 }).map((all) => all.join(' '))
const heading = fc
  .tuple(fc.integer({ min: 1, max: 6 }), sentence)
  .map(([level, title]) => `${'#'.repeat(level)} ${title}`)
const list = fc.array(sentence, { minLength: 1, maxLength: 30 }).map((items) => items.map((i) => `- ${i}`).join('\n'))
const code = fc
  .array(word, { minLength: 1, maxLength: 100 })
  .map((lines) => `\`\`\`\n${lines.map((line) => `# ${line}`).join('\n')}\n\`\`\``)
const blanks = fc.stringMatching(/^\n{2,4}$/)
const prose = fc
  .array(fc.tuple(fc.oneof(paragraph, paragraph, heading, list, code), blanks), { maxLength: 25 })
  .map((blocks) => blocks.flat().join(''))

/** Anything at all, also without a blank for long. */
const anything = fc.oneof(
  anyText({ maxLength: 8_000 }),
  fc.string({
    unit: fc.constantFrom('a', ' ', '\n', '#', '.', '😀', '漢', '`', '-', '\t', '=', ')'),
    maxLength: 8_000,
  }),
  fc
    .tuple(fc.constantFrom('x', '漢', '😀', '.', ' ', '\n', 'e\u0301', '# \n'), fc.nat(6_000))
    .map(([s, n]) => s.repeat(n)),
)

/** What holds for every text. */
function holds(text: string): void {
  const passages = cutMarkdown(text)
  let covered = 0
  for (const [index, { start, end, text: piece }] of passages.entries()) {
    expect(piece).toBe(text.slice(start, end))
    expect(piece).not.toBe('')
    expect(piece).toBe(piece.trim())
    expect(piece.length).toBeLessThanOrEqual(PASSAGE_MAX)
    expect(start).toBeGreaterThan(passages[index - 1]?.start ?? -1)
    expect(end).toBeGreaterThan(passages[index - 1]?.end ?? 0)
    if (start > covered) expect(text.slice(covered, start).trim()).toBe('')
    covered = end
  }
  expect(text.slice(covered).trim()).toBe('')
  expect(passages.length).toBeLessThanOrEqual(text.length / 200 + 1)
}

describe('every text', () => {
  it('is covered letter by letter, in order, in pieces of bounded length and number', () => {
    fc.assert(fc.property(prose, holds), { numRuns: 60 })
    fc.assert(fc.property(anything, holds), { numRuns: 150 })
  })

  it('is not cut inside a word', () => {
    fc.assert(
      fc.property(prose, (text) => {
        for (const { start, end } of cutMarkdown(text)) {
          expect(text.slice(start - 1, start + 1)).not.toMatch(/^\p{L}\p{L}$/u)
          expect(text.slice(end - 1, end + 1)).not.toMatch(/^\p{L}\p{L}$/u)
        }
      }),
      { numRuns: 60 },
    )
  })

  it('keeps its characters whole, whatever it is made of', () => {
    fc.assert(
      fc.property(anything, (text) => {
        fc.pre(text.isWellFormed())
        for (const passage of cutMarkdown(text)) expect(passage.text.isWellFormed()).toBe(true)
      }),
      { numRuns: 150 },
    )
  })
})

const filler = (length: number, words = 'and so it went on ') => words.repeat(Math.ceil(length / words.length)).trim()

describe('a cut', () => {
  it('falls between paragraphs where it can, and then repeats nothing', () => {
    const [one, two] = [`${filler(900)}.`, `${filler(900, 'as it was in the beginning ')}.`]
    expect(cutMarkdown(`${one}\n\n${two}`).map(({ text }) => text)).toEqual([one, two])
  })

  it('falls between sentences else, and takes the last one along', () => {
    const sentences = Array.from({ length: 40 }, (_, n) => `This is the sentence that has number ${n} of all.`)
    const passages = cutMarkdown(sentences.join(' '))
    expect(passages.length).toBeGreaterThan(1)
    for (const [index, { text }] of passages.entries()) {
      expect(text).toMatch(/^This is .* of all\.$/s)
      const before = passages[index - 1]?.text
      if (before !== undefined) expect(text.startsWith(before.slice(before.lastIndexOf('This')))).toBe(true)
    }
  })

  it('falls between list items, and between lines of code', () => {
    const items = Array.from({ length: 60 }, (_, n) => `- the item that has number ${n}. It has two sentences`)
    for (const { text } of cutMarkdown(items.join('\n'))) expect(text).toMatch(/^- .* two sentences$/s)
    const lines = Array.from({ length: 120 }, (_, n) => `call(${n}). then. (again)`)
    for (const { text } of cutMarkdown(`\`\`\`\n${lines.join('\n')}\n\`\`\``)) {
      expect(text).toMatch(/^(?:```|call\(\d+\). then\. \(again\)(?:\n|$))/)
    }
  })

  it('takes care of scripts without blanks', () => {
    const passages = cutMarkdown('価格は毎月十ドルです。'.repeat(300))
    expect(passages.length).toBeGreaterThan(1)
    for (const { text } of passages) expect(text).toMatch(/^価格.*です。$/s)
  })

  it('leaves letters made of several characters together', () => {
    for (const letter of ['👨‍👩‍👧‍👦', 'e\u0301', '🇩🇪']) {
      const passages = cutMarkdown(letter.repeat(3_000))
      expect(passages.length).toBeGreaterThan(1)
      for (const { text } of passages) expect(text.replaceAll(letter, '')).toBe('')
    }
  })
})

describe('headings', () => {
  const body = (about: string) => `${filler(300, `${about} and more of it `)}.`
  const headingsOf = (text: string) => cutMarkdown(text).map(({ headings }) => headings)

  it('are the ones a passage stands below', () => {
    const text = `# A\n\n${body('a')}\n\n## B\n\n${body('b')}\n\n### C\n\n${body('c')}\n\n## D\n\n${body('d')}\n\n# E\n\n${body('e')}`
    expect(headingsOf(text)).toEqual([['A'], ['A', 'B'], ['A', 'B', 'C'], ['A', 'D'], ['E']])
  })

  it('that skip a level, or come before the text begins, do no harm', () => {
    expect(headingsOf(`${body('x')}\n\n#### Deep\n\n${body('y')}\n\n## Up\n\n${body('z')}`)).toEqual([
      [],
      ['Deep'],
      ['Up'],
    ])
  })

  it('stay with what follows them', () => {
    const [passage, ...others] = cutMarkdown(`# Title\n\n## Part\n\n${body('text')}`)
    expect(others).toEqual([])
    expect(passage?.text).toMatch(/^# Title\n\n## Part\n\ntext/)
    expect(passage?.headings).toEqual(['Title', 'Part'])
  })

  it('with a few words below them are found together', () => {
    const passages = cutMarkdown('# Prices\n\n## Seats\n\nTen.\n\n## Rooms\n\nTwenty.\n\n## Cars\n\nThirty.')
    expect(passages.map(({ headings }) => headings)).toEqual([['Prices']])
  })

  it('that never end are cut in the list, not in the text', () => {
    const title = 'word '.repeat(100).trim()
    const [passage] = cutMarkdown(`# ${title}\n\n${body('x')}`)
    expect(passage?.headings[0]).toHaveLength(200)
    expect(passage?.text.startsWith(`# ${title}`)).toBe(true)
  })
})

it('nothing gives nothing', () => {
  for (const text of ['', ' ', '\n\n', '\u3000']) expect(cutMarkdown(text)).toEqual([])
})
