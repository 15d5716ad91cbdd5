/**
 * Answers without a language model: a short list of passages, best first, each with its speaker, its time and its key
 * sentence. Nothing is rephrased, and no passage starts or ends inside a sentence.
 */
import { clockTime } from '../../../../core/timecode.ts'
import type { AnswerPart, ReadText, Text } from '../text.ts'
import { type AccountNames, coversQuestion, createStretchReader, listNamedWordings } from './account-stretches.ts'
import { addExplanations } from './add-explanations.ts'
import { hasTopic } from './answerable.ts'
import { collectCandidates, type SentenceWeights, splitOnce, weighSentence } from './candidates.ts'
import { type AnswerLimits, choose } from './choose.ts'
import { excerptAround } from './excerpt.ts'
import {
  isAboutPeople,
  isAmountMissing,
  isListUncovered,
  isThingMissing,
  isTimeMissing,
  orderByDate,
  selectActing,
  selectStating,
} from './fitting-passages.ts'
import { formatPassage, type Passage, proofsOfPassage } from './format-passage.ts'
import { asksForFact, type QuestionKind } from './kind.ts'
import { pickPassages, type ScoredPassage } from './pick-passages.ts'
import { probablyAnswered, type ScoredSentence, statesRequested } from './probable-answer.ts'
import { type FoundRange, findPassagesInRanges, formatRelated, listRankedRanges } from './related-passages.ts'
import { findRequestedSpeakers } from './requested-speaker.ts'
import { findSameQuestions } from './same-question.ts'
import type { LineSentence } from './sentences.ts'
import { asksYesOrNo, containsSubject, judgePassages, toVerdict, type Verdict } from './verdict.ts'
import { createVersionReader } from './versions.ts'
import learned from './weights.json' with { type: 'json' }

/** Maximum number of passages: for a specific question, for a list, and for a question about everything. */
const PASSAGES: Readonly<Record<'open' | 'list' | 'whole', number>> = { open: 3, list: 6, whole: 10 }
/** Additional passages for each further text. */
const MORE = 1
export interface AnswerOptions {
  /** Weights of sentence features. Training measures others than the learned ones. */
  readonly weights?: SentenceWeights | undefined
  /** Whether a search has chosen the texts from many. */
  readonly fromMany?: boolean | undefined
  /** Whether the question names accounts or people, to whose conversations the texts are restricted. */
  readonly isNamed?: boolean | undefined
  /** Names of people. Only passages that contain one of them, and something else of the question, count. */
  readonly about?: readonly string[] | undefined
  /** Accounts. Only the parts of the texts that are about one of them count. */
  readonly accounts?: AccountNames | undefined
  /** Texts that probably contain no answer. Somebody can still ask and answer the same question there. */
  readonly near?: readonly ReadText[] | undefined
}

export function extractiveAnswer(
  kind: QuestionKind,
  texts: readonly ReadText[],
  { weights, fromMany = false }: AnswerOptions = {},
): AnswerPart[] {
  return formatPassages(kind, selectPassages(kind, texts, { weights, fromMany }).passages, fromMany)
}

interface Selection {
  readonly passages: readonly Passage[]
  /** Whether one of the passages probably answers the question. */
  readonly isConfident: boolean
}

function selectPassages(
  kind: QuestionKind,
  texts: readonly ReadText[],
  { weights, fromMany = false, isNamed = false }: AnswerOptions,
): Selection {
  if (kind === 'whole') return { passages: overview(texts), isConfident: true }
  const scored = scoreSentences(kind, texts, weights)
  const best = bestPassages(kind, scored, texts.length)
  if (!fromMany) return { passages: best, isConfident: true }
  const related = best.filter((one) => one.statesSubject === true || containsTerm(one))
  if (related.length === 0)
    return { passages: best, isConfident: !scored.some(({ of }) => asksForFact(of.question.text)) }
  return { passages: related, isConfident: kind === 'list' || probablyAnswered(kind, scored, isNamed) }
}

/** Passages of texts that probably contain no answer, if the best one states the requested value all the same. */
function selectStated(kind: QuestionKind, near: readonly ReadText[]): Selection | undefined {
  const scored = scoreSentences(kind, near)
  if (!statesRequested(kind, scored)) return undefined
  return { passages: bestPassages(kind, scored, near.length).filter(containsTerm), isConfident: true }
}

export interface PassageAnswer {
  readonly verdict: Verdict | null
  readonly parts: readonly AnswerPart[]
  /** Whether one of the passages probably answers the question. If none does, they are only related to it. */
  readonly isConfident: boolean
}

/** Passages of the parts of texts that are about accounts, if they contain the words of the question. */
function selectAboutAccounts(
  kind: QuestionKind,
  prompt: string,
  texts: readonly ReadText[],
  accounts: AccountNames,
): readonly Passage[] {
  const readers = new Map<Text, (position: number) => boolean>(
    texts.map((text) => [text, createStretchReader(accounts, text.id, splitOnce(text.lines, text.kind).all)]),
  )
  const isAbout = (of: Text, position: number) => readers.get(of)?.(position) === true
  for (const wording of [prompt, ...listNamedWordings(prompt, accounts)]) {
    const same = findSameQuestions(wording, texts).filter(({ of, key }) => isAbout(of, key))
    if (same.length > 0) return same.slice(0, SAME_MAX)
  }
  const scored = scoreSentences(kind, texts).filter(({ of, position }) => isAbout(of, position))
  const passages = bestPassages(kind, scored, texts.length).filter((passage) => coversQuestion(prompt, passage))
  return isAmountMissing(kind, prompt, passages) ? [] : selectStating(kind, prompt, passages)
}

/** Maximum number of passages with the same question. */
const SAME_MAX = 3

/**
 * The same, with the verdict of a yes-or-no question in front, if sentences support it. Passages that support it come
 * first. If somebody asks the same question in the texts, the answer consists of the replies to it.
 */
export function answerWithVerdict(
  kind: QuestionKind,
  prompt: string,
  texts: readonly ReadText[],
  { fromMany = false, isNamed = false, about, accounts, near = [] }: AnswerOptions = {},
): PassageAnswer {
  if (accounts !== undefined) {
    const passages = selectAboutAccounts(kind, prompt, texts, accounts)
    return { verdict: null, parts: formatPassages(kind, passages, fromMany), isConfident: passages.length > 0 }
  }
  if (about !== undefined) {
    const passages = selectPassages(kind, texts, { fromMany }).passages.filter((one) =>
      isAboutPeople(one, prompt, about),
    )
    return { verdict: null, parts: formatPassages(kind, passages, fromMany), isConfident: passages.length > 0 }
  }
  const same = kind === 'whole' || kind === 'list' ? [] : findSameQuestions(prompt, [...texts, ...near])
  const best = selectPassages(kind, texts, { fromMany, isNamed })
  const { passages: selected, isConfident } =
    same.length > 0
      ? { passages: same.slice(0, SAME_MAX), isConfident: true }
      : best.isConfident && best.passages.length > 0
        ? best
        : (selectStated(kind, near) ?? best)
  const passages = addExplanations(prompt, selected)
  if (kind !== 'open') {
    const acting = same.length > 0 ? passages : selectStating(kind, prompt, selectActing(prompt, passages))
    const fitting = acting.length > 0 ? acting : passages
    const listed = kind === 'when' ? orderByDate(prompt, fitting) : fitting
    return {
      verdict: null,
      parts: formatPassages(kind, listed, fromMany),
      isConfident:
        isConfident &&
        (acting.length > 0 || !fromMany) &&
        !isAmountMissing(kind, prompt, fitting) &&
        !isTimeMissing(kind, fitting) &&
        !(fromMany && isListUncovered(kind, prompt, fitting)) &&
        !isThingMissing(kind, prompt, fitting),
    }
  }
  const judged = judgePassages(prompt, passages)
  const verdict = toVerdict(judged)
  const ordered = [
    ...passages.filter((_, at) => judged[at] !== undefined),
    ...passages.filter((_, at) => judged[at] === undefined),
  ]
  const support = judged.find((one) => one !== undefined)
  const [first] = ordered
  if (verdict === null || support === undefined || first === undefined) {
    const isAbout =
      same.length > 0 ||
      !fromMany ||
      !asksYesOrNo(prompt) ||
      passages.some((passage) => containsSubject(prompt, passage))
    const isCovered = same.length > 0 || !fromMany || !isListUncovered(kind, prompt, passages)
    return {
      verdict,
      parts: formatPassages(kind, passages, fromMany),
      isConfident: isConfident && isAbout && isCovered,
    }
  }
  const line = { text: `${formatVerdict(verdict, support.by, first.of)}\n`, proofs: [] }
  const listed = formatPassages(kind, ordered, fromMany)
  return {
    verdict,
    parts: [line, ...listed.map((part, at) => (at === 0 ? { ...part, text: `\n${part.text}` } : part))],
    isConfident: true,
  }
}

function formatVerdict(verdict: Verdict, { line, speaker }: LineSentence, of: Text): string {
  if (verdict === 'disputed') return 'Statements support both yes and no.'
  const start = of.lines[line]?.start ?? null
  const who = speaker || (of.kind === 'source' ? of.title : 'a speaker')
  return `${verdict === 'yes' ? 'Yes' : 'No'}, according to ${who}${start === null ? '' : ` (${clockTime(start)})`}.`
}

function formatPassages(kind: QuestionKind, passages: readonly Passage[], fromMany: boolean): AnswerPart[] {
  // Who asks about many conversations doesn't know which one a passage is from.
  const named = fromMany || new Set(passages.map(({ of }) => of.id)).size > 1 || kind === 'when'
  return passages.map((passage, index) => ({
    text:
      passages.length === 1
        ? formatPassage(passage, { named, marked: true })
        : `${index === 0 ? '' : '\n'}- ${formatPassage(passage, { named, marked: true })}`,
    proofs: proofsOfPassage(passage).map((proof) => ({ ...proof, passage: index })),
  }))
}

const scoreSentences = (
  kind: QuestionKind,
  texts: readonly ReadText[],
  weights: SentenceWeights = learned,
): ScoredSentence[] =>
  texts.flatMap((text) => {
    const { all } = splitOnce(text.lines, text.kind)
    const isAboutVersion = createVersionReader(text.question.text, all)
    return collectCandidates(text, text.question, kind, weights)
      .filter(({ position }) => isAboutVersion(position))
      .map((one): ScoredSentence => {
        const weight = weighSentence(one, text.weight)
        return { ...one, score: one.score * weight, gain: one.gain * weight, of: text }
      })
  })

/** @param count number of texts */
function bestPassages(kind: QuestionKind, scored: readonly ScoredSentence[], count: number): ScoredPassage[] {
  const most = PASSAGES[kind === 'list' ? 'list' : 'open'] + MORE * (count - 1)
  return pickPassages(keepRequestedSpeaker(kind, scored), most)
}

/**
 * Whether a passage contains a term of the question. Only the context explains why another passage is part of the answer.
 * Who asks about one conversation knows the context, and who asks about many doesn't.
 */
function containsTerm({ of, all, from, to }: ScoredPassage): boolean {
  const asked = new Set(of.question.terms)
  return all.slice(from, to).some(({ terms }) => terms.some((term) => asked.has(term)))
}

/** Minimum gain of the requested speaker's sentences, relative to the best one, to exclude all other speakers. */
const THEIRS = 0.75

function keepRequestedSpeaker(kind: QuestionKind, all: readonly ScoredSentence[]): readonly ScoredSentence[] {
  // Anybody can report the answer to “Who did Anna ask?”.
  if (kind === 'who') return all
  const subjects = new Map(
    [...new Set(all.map(({ of }) => of))].map((text) => [text, findRequestedSpeakers(text.question)]),
  )
  // What others say that the speaker does is an answer too.
  const theirs = all.filter(({ of, speaker, statesSubject }) => statesSubject || subjects.get(of)?.has(speaker))
  const best = (some: readonly ScoredSentence[]) => some.reduce((most, { gain }) => Math.max(most, gain), 0)
  // “What did Nico say?” is about nothing else.
  const isAboutTopic = theirs.some(({ of }) => hasTopic(of.question))
  return theirs.length > 0 && (!isAboutTopic || best(theirs) >= THEIRS * best(all)) ? theirs : all
}

export interface RelatedOptions {
  /** Ranges of the search results, best first. None if there was no search. */
  readonly ranges?: readonly FoundRange[]
  /** Accounts or people to whose conversations the texts are restricted. Passages needn't contain their names. */
  readonly names?: readonly string[]
}

/** Nearest passages of texts that probably contain no answer, nearest first. Each one has a term of the question. */
export function relatedPassages(
  kind: QuestionKind,
  texts: readonly ReadText[],
  { ranges = [], names = [] }: RelatedOptions = {},
): AnswerPart[] {
  if (kind === 'whole' || texts.length === 0) return []
  return formatRelated(findPassagesInRanges(texts, ranges.length > 0 ? ranges : listRankedRanges(texts), names))
}

/** Maximum number of passages of a single text, for callers that combine many texts. */
const PASSAGES_OF_ONE = 2
const OVERVIEW_OF_ONE = 4

/** Passages of one text, for callers that combine many texts. */
export function extractAnswerParts(kind: QuestionKind, text: ReadText): AnswerPart[] {
  const passages =
    kind === 'whole'
      ? overview([text]).slice(0, OVERVIEW_OF_ONE)
      : bestPassages(kind, scoreSentences(kind, [text]), 1).slice(
          0,
          kind === 'list' ? OVERVIEW_OF_ONE : PASSAGES_OF_ONE,
        )
  return passages.map((passage) => ({
    text: formatPassage(passage, { named: false, marked: false }),
    proofs: proofsOfPassage(passage),
  }))
}

/** Number of sections of a complete text. Each one contributes to the answer. */
const STRETCHES = 6
/** Length of an overview in words. */
const OVERVIEW_ROOM: AnswerLimits = { words: 130, sentences: 10 }
/** Maximum number of words of an excerpt in an overview. */
const OVERVIEW_WORDS = 25

/** Passages of all sections of the texts, in their order. */
function overview(texts: readonly ReadText[]): ScoredPassage[] {
  return texts.flatMap((text) => {
    const { all } = splitOnce(text.lines, text.kind)
    const size = Math.max(1, Math.ceil(text.lines.length / STRETCHES))
    const sections = Array.from({ length: Math.ceil(text.lines.length / size) }, (_, at) =>
      collectCandidates(
        { ...text, place: Float64Array.from(text.lines, (_, line) => (Math.floor(line / size) === at ? 1 : 0)) },
        text.question,
        'whole',
        learned,
      ).filter(({ isQuestion, whole }) => !isQuestion && whole),
    )
    const room = { words: OVERVIEW_ROOM.words / texts.length / sections.length, sentences: 3 }
    const passages: ScoredPassage[] = []
    for (const { position } of sections.flatMap((section) => choose(section, room))) {
      if (position < (passages.at(-1)?.to ?? 0)) continue
      passages.push({ ...excerptAround(all, position, OVERVIEW_WORDS), of: text, all })
    }
    return passages.slice(0, Math.max(2, Math.round(PASSAGES.whole / texts.length)))
  })
}
