import { describe, expect, it } from 'vitest'
import { cutTranscript } from '../passages/index.ts'
import { extractiveSummary } from './extractive.ts'

/** Headline of a call about license servers, in which one sentence is the best outcome if it is a sentence. */
function headlineWith(sentence: string): string {
  const lines = [
    'The license server was slow in May.',
    sentence,
    'A license server needs a cold backup.',
    'Our license server runs in Turin.',
  ]
  const segments = lines.map((text, at) => ({
    ...{ speaker: { name: at % 2 === 0 ? 'Ann' : 'Bob' }, start: at * 5, end: at * 5 + 4 },
    words: [{ text, startTimestamp: null, endTimestamp: null }],
  }))
  return extractiveSummary(cutTranscript(segments), { people: [], saidOn: undefined }).headline?.text ?? ''
}

describe('a headline', () => {
  it('states an outcome in a whole sentence', () => {
    expect(headlineWith('We decided to replace the license server in June.')).toContain(
      'We decided to replace the license server in June.',
    )
    expect(headlineWith('If the license server fails, we decided to call Turin.')).toContain('we decided to call Turin')
  })

  it.each([
    'Because we decided to replace the license server in June.',
    'If we decided to replace the license server in June.',
    'The on the left we decided to replace the license server.',
    'We decided… then the license server is a single point.',
    'Integrated, with, we decided to replace the license server.',
    'Turning to June, we decided to replace the license server.',
    'For the license server in June, as we decided.',
    'No, we decided to replace the license server in June.',
    'So the, we decided to replace the license server.',
    'We decided to put it on the license server in June.',
    'I dunno if we decided to replace the license server.',
  ])('never contains the fragment “%s”', (fragment) => {
    expect(headlineWith(fragment)).toMatch(/license server/i)
    expect(headlineWith(fragment)).not.toContain('we decided')
    expect(headlineWith(fragment)).not.toContain('We decided')
  })
})
