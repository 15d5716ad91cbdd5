/** Parts that samples of speech recognizers share. */
import type { Pen } from './pen.ts'
import type { Truth, TruthWord } from './truth.ts'

export const LETTERS = ['A', 'B', 'C']
export const bare = (word: string) => word.replace(/[^\p{L}\p{N}'’]/gu, '').toLowerCase()
export const cues = (truth: Truth) =>
  truth.turns.flatMap((turn) => turn.sentences.map((each) => ({ ...each, person: turn.person })))

/** Words and punctuation as separate items. */
export const items = (words: readonly TruthWord[]) =>
  words.flatMap((word) => {
    const mark = /[.,?!]$/.exec(word.text)?.[0]
    return mark === undefined
      ? [{ ...word, mark: false }]
      : [
          { ...word, text: word.text.slice(0, -1), mark: false },
          { ...word, text: mark, mark: true },
        ]
  })

export const deepgramWord = (pen: Pen) => (word: TruthWord) => ({
  word: bare(word.text),
  start: pen.seconds(word.start),
  end: pen.seconds(word.end),
  confidence: 0.98,
  speaker: word.person,
  speaker_confidence: 0.7,
  punctuated_word: word.text,
})
export const deepgramMeta = (truth: Truth) => ({
  transaction_key: 'deprecated',
  request_id: truth.id,
  sha256: 'f00d',
  created: truth.startedAt,
  duration: truth.durationSeconds,
  channels: 1,
})
export const whisperSegment = (pen: Pen) => (each: { text: string; start: number; end: number }, id: number) => ({
  id,
  seek: 0,
  start: pen.seconds(each.start),
  end: pen.seconds(each.end),
  text: ` ${each.text}`,
  tokens: [50364, 220],
  temperature: 0,
  avg_logprob: -0.21,
  compression_ratio: 1.4,
  no_speech_prob: 0.01,
})
export const awsItem = (pen: Pen) => (item: { text: string; start: number; end: number; mark: boolean }) =>
  item.mark
    ? { type: 'punctuation', alternatives: [{ confidence: '0.0', content: item.text }] }
    : {
        type: 'pronunciation',
        start_time: String(pen.seconds(item.start)),
        end_time: String(pen.seconds(item.end)),
        alternatives: [{ confidence: '0.99', content: item.text }],
      }
export const googleTime = (pen: Pen, seconds: number) => `${pen.seconds(seconds).toFixed(3)}s`
export const OPENAI = 'openai/openai-openapi openapi.yaml'
