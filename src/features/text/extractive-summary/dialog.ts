/** Surroundings of a sentence in the dialog: who speaks before and after, and where in the conversation it is. */
import { AGREEMENT, ASKS, DISSENT, FRAGMENT, PUTS_CHOICE, plainText, RECAP, spokenText, THANKS } from './cues.ts'
import { flag, type Signals } from './logistic.ts'
import type { TranscriptSentence } from './sentences.ts'

/** Number of sentences before and after that are considered. */
const NEAR = 4

export interface Dialog {
  readonly sentences: readonly TranscriptSentence[]
  /** Speaker with the most turns, who often leads the conversation. Empty if unknown. */
  readonly chair: string
  /** First names of the speakers, in lower case. */
  readonly names: ReadonlySet<string>
}

export function readDialog(sentences: readonly TranscriptSentence[]): Dialog {
  const turns = new Map<string, number>()
  let before = ''
  for (const { speaker } of sentences) {
    if (speaker !== before) turns.set(speaker, (turns.get(speaker) ?? 0) + 1)
    before = speaker
  }
  turns.delete('')
  const [first] = [...turns].toSorted((a, b) => b[1] - a[1])
  const names = new Set([...turns.keys()].flatMap((name) => name.toLowerCase().match(/^[\p{L}-]{3,}/u)?.[0] ?? []))
  return { sentences, chair: turns.size > 2 ? (first?.[0] ?? '') : '', names }
}

export interface Neighbors {
  /** Last sentences before this one, nearest last. */
  readonly before: readonly TranscriptSentence[]
  readonly after: readonly TranscriptSentence[]
  /** Last sentence of another speaker before. Undefined if it is too far. */
  readonly asked: TranscriptSentence | undefined
  /** First sentence of another speaker after. Undefined if it is too far. */
  readonly reply: TranscriptSentence | undefined
}

export function findNeighbors({ sentences }: Dialog, at: number): Neighbors {
  const speaker = sentences[at]?.speaker
  const before = sentences.slice(Math.max(0, at - NEAR), at)
  const after = sentences.slice(at + 1, at + 1 + NEAR)
  return {
    before,
    after,
    asked: before.findLast((one) => one.speaker !== speaker),
    reply: after.find((one) => one.speaker !== speaker),
  }
}

/** Minimum number of terms of a sentence that can explain a pronoun. */
const TERMS_MIN = 2

/**
 * Sentence that "it" and "that" refer to: the nearest question, request or proposal before the sentence. Undefined if
 * there is none near.
 */
export function findAntecedent(dialog: Dialog, at: number): TranscriptSentence | undefined {
  const { before } = findNeighbors(dialog, at)
  return before.findLast((one) => {
    const text = plainText(one)
    // A part of a question explains nothing: "That you don't lose a week?"
    return (
      one.terms.length >= TERMS_MIN &&
      !FRAGMENT.test(text) &&
      (text.includes('?') || ASKS.test(text) || PUTS_CHOICE.test(text))
    )
  })
}

/**
 * Sentence that a promise of "it" can be about: the one before of the same speaker, else the last one of another
 * speaker. Undefined if there is none near.
 */
export function findTopic(dialog: Dialog, at: number): TranscriptSentence | undefined {
  const { asked, before } = findNeighbors(dialog, at)
  const previous = before.at(-1)
  const isOwn = previous !== undefined && previous.speaker === dialog.sentences[at]?.speaker
  if (isOwn && previous.terms.length > TERMS_MIN && !FRAGMENT.test(plainText(previous))) return previous
  return asked !== undefined && asked.terms.length > TERMS_MIN ? asked : undefined
}

/** Joins a sentence with the one that it refers to. */
export function joinSentences(first: TranscriptSentence, second: TranscriptSentence): TranscriptSentence {
  return {
    ...first,
    lastLine: second.lastLine,
    spans: [...first.spans, ...second.spans],
    text: `${first.text} – ${second.text}`,
    terms: [...first.terms, ...second.terms],
    length: first.length + second.length,
  }
}

/** Signals of the dialog that action items and decisions share. */
export function findDialogSignals(dialog: Dialog, at: number): Signals {
  const { asked, reply, before, after } = findNeighbors(dialog, at)
  const place = at / Math.max(1, dialog.sentences.length - 1)
  const answer = reply === undefined ? '' : spokenText(reply)
  const question = asked === undefined ? '' : spokenText(asked)
  return {
    replyAgrees: flag(AGREEMENT.test(answer)),
    replyThanks: flag(THANKS.test(answer)),
    replyDissents: flag(DISSENT.test(answer)),
    replyAsks: flag(answer.includes('?')),
    afterRequest: flag(ASKS.test(question)),
    afterChoice: flag(PUTS_CHOICE.test(question) || before.slice(-1).some((one) => PUTS_CHOICE.test(plainText(one)))),
    afterQuestion: flag(question.includes('?')),
    recapNear: flag([...before, ...after.slice(0, 1)].some((one) => RECAP.test(plainText(one)))),
    ledByChair: flag(dialog.chair !== '' && dialog.sentences[at]?.speaker === dialog.chair),
    opening: flag(place < 0.05 && dialog.sentences.length > 40),
    closing: flag(place > 0.88 && dialog.sentences.length > 40),
  }
}
