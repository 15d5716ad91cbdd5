/** Polarity of statements: yes or no. */
import { detectAnswerPolarity, SHRUG } from '../../text/sentences/index.ts'
import { DENYING, type TranscriptView, type TurnSentence, type ViewTurn } from './transcript-view.ts'

export interface Polarity {
  readonly turn: ViewTurn
  readonly sentence: TurnSentence
  readonly value: boolean
  /** Whether the sentence starts with yes or no. Otherwise the polarity is derived from the whole sentence. */
  readonly plain: boolean
}

/** Returns the polarity of every sentence, in relation to its subject or to the preceding question. */
export function detectPolarities(talk: TranscriptView): Polarity[] {
  return talk.turns.flatMap((turn) =>
    turn.sentences.flatMap((sentence): Polarity[] => {
      const said = turn.text.slice(sentence.from, sentence.to).trim()
      if (said.endsWith('?') || SHRUG.test(said)) return []
      const answer = sentence.at < 2 ? detectAnswerPolarity(said) : undefined
      if (answer !== undefined) return [{ turn, sentence, value: answer, plain: true }]
      return sentence.asks ? [] : [{ turn, sentence, value: !DENYING.test(said), plain: false }]
    }),
  )
}
