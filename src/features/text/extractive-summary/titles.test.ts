import { describe, expect, it } from 'vitest'
import { cutTranscript } from '../passages/index.ts'
import { splitTranscriptSentences } from './sentences.ts'
import { chooseTitles } from './titles.ts'

/** Title of a call as one chapter. Ann and Bob Miller speak in turn. */
function titleOf(...lines: readonly string[]): string {
  const segments = lines.map((text, at) => ({
    ...{ speaker: { name: at % 2 === 0 ? 'Ann' : 'Bob Miller' }, start: at * 5, end: at * 5 + 4 },
    words: [{ text, startTimestamp: null, endTimestamp: null }],
  }))
  const sentences = splitTranscriptSentences(cutTranscript(segments))
  return chooseTitles([{ from: 0, to: sentences.length }], sentences)[0]?.text ?? ''
}

describe('titles of chapters', () => {
  it('are nouns: no verbs, adjectives, measures or names of the speakers', () => {
    expect(
      titleOf(
        'I read the contract, and Bob read it too, in sixty-five minutes this month.',
        'Ann, you read it in a new month. The fence around the depot is new.',
        'We read about a fence, and a contract for sixty-five dollars.',
      ),
    ).toBe('Contract, fence')
  })

  it('are phrases of two words before single words', () => {
    expect(
      titleOf(
        'The order file comes late, and a night lead waits.',
        'Our order file has no addresses.',
        'The night lead loads a truck, and the truck leaves with the order file.',
      ),
    ).toBe('Order file, night lead')
  })

  it('have no names of speakers, also as a part of a phrase', () => {
    expect(titleOf('The Miller report is late.', 'A Miller report, for once.', 'The report ends.')).toBe('Report')
  })

  it('have nouns that are the subjects of verbs', () => {
    expect(titleOf('The app deletes photos.', 'Then the app showed nothing.', 'I think the app waits.')).toBe('App')
  })

  it('are frequent words if no word is known to be a noun, and in other languages', () => {
    expect(titleOf('Widgetry?', 'Widgetry!', 'Widgetry.')).toBe('Widgetry')
    expect(titleOf('Der Vertrag gilt.', 'Welcher Vertrag?', 'Der Vertrag mit dem Lager.')).toContain('Vertrag')
  })
})
