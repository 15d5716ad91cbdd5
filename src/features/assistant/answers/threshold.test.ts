import { describe, expect, it } from 'vitest'
import { LAUNCH } from '../../../testing/sample-transcripts.ts'
import { parseQuestion, readLines } from '../../text/passage-ranking/index.ts'
import { computeAnswerability, computeAnswerFeatures } from './extract/answerable.ts'
import learned from './extract/weights.json' with { type: 'json' }
import type { EvidenceText } from './text.ts'
import { selectAnswering } from './threshold.ts'

/** Says the lines of the sample again and again, until the text isn't short. */
function createText(
  id: string,
  asked: string,
  rounds: number,
  { said = (text: string) => text, likeness = undefined as number | undefined } = {},
): EvidenceText {
  const lines = Array.from({ length: rounds }, () => LAUNCH)
    .flat()
    .map((line, segment) => ({ ...line, segment, text: said(line.text) }))
  const question = parseQuestion(
    asked,
    lines.map(({ speaker }) => speaker),
  )
  const signs = computeAnswerFeatures(readLines(lines), question, { likeness })
  return {
    ...{ kind: 'conversation', id, title: id, at: null, question, weight: 1 },
    ...{ content: { lines, blocks: [] }, lineCount: lines.length },
    ...{ place: lines.map(() => 1), signs, answerability: computeAnswerability(signs, learned.answerable) },
  }
}

const PRICE = 'What did Dana say about the price of the starter plan?'
const GLACIERS = 'What did the Professor say about glaciers in the Antarctic?'
const unrelated = () => 'We went hiking in the hills and had a good weekend.'
const select = (...texts: readonly EvidenceText[]) => selectAnswering(texts).map(({ id }) => id)

describe('texts that a search has chosen from many', () => {
  it.each([true, false])('are kept only if they contain an answer (embeddings: %s)', (hasMeaning) => {
    const near = { likeness: hasMeaning ? 0.6 : undefined }
    const far = { likeness: hasMeaning ? 0.2 : undefined, said: unrelated }
    expect(select(createText('launch', PRICE, 10, near), createText('weekend', PRICE, 10, far))).toEqual(['launch'])
    expect(select(createText('launch', GLACIERS, 10, far), createText('weekend', GLACIERS, 10, far))).toEqual([])
  })

  it('are judged separately if they are short', () => {
    const long = createText('weekend', PRICE, 10, { said: unrelated, likeness: 0.2 })
    expect(select(createText('launch', PRICE, 1), long)).toEqual(['launch'])
    expect(select(createText('launch', GLACIERS, 1), long)).toEqual([])
  })

  it('need a lower probability if they are short', () => {
    const text = { answerability: learned.threshold + 0.01, signs: undefined }
    const [short, long] = [10, 100].map((lineCount) => ({ ...text, lineCount }))
    expect(selectAnswering([short, long].flatMap((one) => one ?? []))).toEqual([short])
  })

  it('can be none', () => expect(select()).toEqual([]))
})
