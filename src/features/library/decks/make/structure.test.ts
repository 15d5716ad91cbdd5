import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blockMeant, cueMeant, detectLayout, toHeading } from './structure.ts'

describe('a layout instruction', () => {
  it.each([
    ['A table, please', 'table'],
    ['bar chart', 'chart'],
    ['two columns', 'columns'],
    ['compare both sides', 'columns'],
    ['a big quote', 'quote'],
    ['timeline of the calls', 'timeline'],
    ['bullet points', 'bullets'],
    ['title slide', 'title'],
    ['divider', 'section'],
    ['in pink', undefined],
    ['', undefined],
  ])('%s', (instruction, layout) => expect(detectLayout(instruction)).toBe(layout))
})

describe('a content instruction', () => {
  it.each([
    ['Next steps', 'nextSteps'],
    ['Show the action items with owners and due dates', 'nextSteps'],
    ['the decisions', 'decisions'],
    ['Open questions from the call', 'openQuestions'],
    ['executive summary', 'glance'],
    ['customer quotes', 'voices'],
    ['participants', 'people'],
    ['What was decided about the warranty?', undefined],
    ['next steps of the security review', undefined],
  ])('%s names a block or asks something of its own', (content, block) => expect(blockMeant(content)).toBe(block))

  it.each([
    ['What was said about the price?', 'price'],
    ['customer pain points', 'needs'],
    ['objections and concerns', 'worries'],
    ['customer complaints', 'complaints'],
    ['the dock view', undefined],
    ['', undefined],
  ])('%s is known to a rule book, or not', (content, cue) => expect(cueMeant(content)).toBe(cue))

  it('is a heading that fits, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (content) => {
        expect([...toHeading(content)].length).toBeLessThanOrEqual(90)
        expect(() => [detectLayout(content), blockMeant(content), cueMeant(content)]).not.toThrow()
      }),
    )
  })
})
