import { describe, expect, it } from 'vitest'
import {
  ENDS_WITH_ELLIPSIS,
  ENDS_WITH_MARK,
  removeLastMarks,
  SENTENCE_BREAK,
  SENTENCE_END,
  SENTENCE_MARKS,
} from './sentence-marks.ts'

describe('sentence marks', () => {
  it.each(['Yes.', 'Really?', '“Stop!”', 'So…', '(See above.) ', '終わり。', '「はい。」', 'نعم؟'])('end %j', (text) =>
    expect(text).toMatch(ENDS_WITH_MARK),
  )

  it.each(['Yes', 'a, b', 'Ann:', ''])("don't end %j", (text) => expect(text).not.toMatch(ENDS_WITH_MARK))

  it('separate sentences with the space behind them, or without one in scripts that have none', () => {
    expect('One. “Two!” Three? 4.5 is one'.split(SENTENCE_BREAK)).toEqual(['One', '“Two', 'Three', '4.5 is one'])
    expect('一。二！三'.split(SENTENCE_BREAK)).toEqual(['一', '二', '三'])
  })

  it.each(['So…', 'So... ', '“So..”'])('of %j are an ellipsis', (text) => expect(text).toMatch(ENDS_WITH_ELLIPSIS))

  it.each(['So.', 'So?', 'e.g. so'])('of %j are no ellipsis', (text) => expect(text).not.toMatch(ENDS_WITH_ELLIPSIS))

  it('count once in a row, with the quotes behind them', () => {
    expect([...'Really?!” No... 4.5. はい！？」'.matchAll(SENTENCE_MARKS)].map(([marks]) => marks)).toEqual([
      '?!”',
      '...',
      '.',
      '！？」',
    ])
  })

  it('are between words of two sentences', () => {
    expect(['. ', '.” ', '\n', '。'].filter((gap) => !SENTENCE_END.test(gap))).toEqual([])
    expect([' ', ', ', '.', '-'].filter((gap) => SENTENCE_END.test(gap))).toEqual([])
  })

  it('are removed from the end of a sentence', () => {
    expect(['Yes.', 'Really?!', 'So…', 'No. 4', ''].map(removeLastMarks)).toEqual(['Yes', 'Really', 'So', 'No. 4', ''])
  })
})
