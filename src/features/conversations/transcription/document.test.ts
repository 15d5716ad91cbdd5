import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { transcriptText } from '../../text/transcripts/index.ts'
import { toTranscriptDocument } from './document.ts'

const segment = (text: string, start: number | null, end: number | null, speaker: string | null = null) => ({
  ...{ text, start, end, speaker },
})
const word = (text: string, start: number) => ({ text, start, end: start + 0.4 })

describe('what was heard becomes', () => {
  it('a time a word, with the spelling of the text, where the words can be found in it', () => {
    const { form, segments } = toTranscriptDocument({
      language: 'en',
      segments: [segment('Good morning, Ann.', 0, 1.5), segment("It's — fine!", 2, 3)],
      words: [word('Good', 0), word('morning', 0.5), word('Ann', 1), word("It's", 2), word('fine', 2.5)],
    })
    expect(form).toBe('V2')
    expect(segments).toEqual([
      {
        speaker: { name: '' },
        start: 0,
        end: 1.5,
        words: [
          { text: 'Good', startTimestamp: 0, endTimestamp: 0.4 },
          { text: 'morning,', startTimestamp: 0.5, endTimestamp: 0.9 },
          { text: 'Ann.', startTimestamp: 1, endTimestamp: 1.4 },
        ],
      },
      {
        speaker: { name: '' },
        start: 2,
        end: 3,
        words: [
          { text: "It's", startTimestamp: 2, endTimestamp: 2.4 },
          { text: '—', startTimestamp: null, endTimestamp: null },
          { text: 'fine!', startTimestamp: 2.5, endTimestamp: 2.9 },
        ],
      },
    ])
  })

  it('a time a sentence, where too few words are found, or none are told', () => {
    const segments = [segment('Twenty five dollars please.', 0, 2)]
    const whole = [{ text: 'Twenty five dollars please.', startTimestamp: 0, endTimestamp: 2 }]
    for (const words of [[], [word('$25', 0), word('please', 1.5)]]) {
      const heard = toTranscriptDocument({ language: null, segments, words })
      expect([heard.form, heard.segments[0]?.words]).toEqual(['V1', whole])
    }
  })

  it('sentences without times, where there are none', () => {
    const { form, segments } = toTranscriptDocument({
      language: null,
      segments: [segment('Good morning. How are you?', null, null)],
      words: [],
    })
    expect(form).toBe('V1')
    expect(segments.map(({ start, end, words }) => [start, end, words])).toEqual([
      [null, null, [{ text: 'Good morning.', startTimestamp: null, endTimestamp: null }]],
      [null, null, [{ text: 'How are you?', startTimestamp: null, endTimestamp: null }]],
    ])
  })

  it('the speakers that were told, and no others', () => {
    const heard = { language: null, words: [], segments: [segment('Hi.', 0, 1, 'A'), segment('Hello.', 1, 2)] }
    expect(toTranscriptDocument(heard).segments.map(({ speaker }) => speaker)).toEqual([{ name: 'A' }, { name: '' }])
  })

  it('every word of the text and no other, whatever the list of words is', () => {
    const text = fc.array(fc.constantFrom('one', 'two,', 'Three', '—', "it's", '中文', '4.'), {
      minLength: 1,
      maxLength: 20,
    })
    const heard = fc.array(fc.constantFrom('one', 'two', 'three', 'its', '中文', '4', 'other'), { maxLength: 30 })
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 5 }), heard, (sentences, words) => {
        const segments = sentences.map((parts, i) => segment(parts.join(' '), i, i + 1))
        const timed = words.map((one, i) => word(one, i / 10))
        const document = toTranscriptDocument({ language: null, segments, words: timed })
        const said = document.segments.map((one) => one.words.map((each) => each.text).join(' '))
        expect(said).toEqual(segments.map((one) => one.text))
        const times = document.segments.flatMap((one) => one.words.flatMap((each) => each.startTimestamp ?? []))
        if (document.form === 'V2') expect(times).toEqual(times.toSorted((a, b) => a - b))
        expect(transcriptText(document.segments)).not.toBe('')
      }),
    )
  })
})
