import { describe, expect, it } from 'vitest'
import { ENDS_WITH_MARK, SENTENCE_BREAK } from './sentence-marks.ts'

describe('sentence marks', () => {
  it.each(['Yes.', 'Really?', '“Stop!”', 'So…', '(See above.) ', '終わり。', '「はい。」'])('end %j', (text) =>
    expect(text).toMatch(ENDS_WITH_MARK),
  )

  it.each(['Yes', 'a, b', 'Ann:', ''])("don't end %j", (text) => expect(text).not.toMatch(ENDS_WITH_MARK))

  it('separate sentences with the space behind them, or without one in scripts that have none', () => {
    expect('One. “Two!” Three? 4.5 is one'.split(SENTENCE_BREAK)).toEqual(['One', '“Two', 'Three', '4.5 is one'])
    expect('一。二！三'.split(SENTENCE_BREAK)).toEqual(['一', '二', '三'])
  })
})
