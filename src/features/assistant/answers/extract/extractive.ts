/**
 * Answers without a language model: a short list of passages, best first, each with its speaker, its time and its key
 * sentence. Nothing is rephrased, and no passage starts or ends inside a sentence.
 */
import { stemWord } from '../../../../core/stems.ts'
import { clockTime } from '../../../../core/timecode.ts'
import type { AnswerPart, ReadText, Text } from '../text.ts'
import { addExplanations } from './add-explanations.ts'
import { hasMeaning, isFormTerm } from './answerable.ts'
import { collectCandidates, product, type SentenceWeights, splitOnce, weighSentence } from './candidates.ts'
import { type AnswerLimits, choose } from './choose.ts'
import { asksForFact } from './confidence.ts'
import { type Excerpt, excerptAround } from './excerpt.ts'
import { isAboutPeople, isAmountMissing, orderByDate, selectActing, selectStating } from './fitting-passages.ts'
import { formatPassage, type Passage, proofsOfPassage } from './format-passage.ts'
import type { QuestionKind } from './kind.ts'
import { probablyAnswered, type ScoredSentence, statesRequested } from './probable-answer.ts'
import { findRequestedSpeakers } from './requested-speaker.ts'
import { findSameQuestions } from './same-question.ts'
import type { LineSentence } from './sentences.ts'
import { asksYesOrNo, containsSubject, judgePassages, toVerdict, type Verdict } from './verdict.ts'
import { createVersionReader } from './versions.ts'
import learned from './weights.json' with { type: 'json' }

type ScoredPassage = Passage & {
  readonly of: ReadText
  /** Whether its key sentence says what the named speaker of the question does, with its verb. */
  readonly statesSubject?: boolean
}

/** Maximum number of passages: for a specific question, for a list, and for a question about everything. */
const PASSAGES: Readonly<Record<'open' | 'list' | 'whole', number>> = { open: 3, list: 6, whole: 10 }
/** Additional passages for each further text. */
const MORE = 1
/** Minimum score relative to the best passage. Worse ones distract. */
const GOOD = 0.6
/** Score penalty for similarity to a passage that is listed already. */
const SAMENESS = 0.25

export interface AnswerOptions {
  /** Weights of sentence features. Training measures others than the learned ones. */
  readonly weights?: SentenceWeights | undefined
  /** Whether a search has chosen the texts from many. */
  readonly fromMany?: boolean | undefined
  /** Whether the question names accounts or people, to whose conversations the texts are restricted. */
  readonly isNamed?: boolean | undefined
  /** Names of people. Only passages that contain one of them, and something else of the question, count. */
  readonly about?: readonly string[] | undefined
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
  { fromMany = false, isNamed = false, about, near = [] }: AnswerOptions = {},
): PassageAnswer {
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
      isConfident: isConfident && (acting.length > 0 || !fromMany) && !isAmountMissing(kind, prompt, fitting),
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
    return { verdict, parts: formatPassages(kind, passages, fromMany), isConfident: isConfident && isAbout }
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

/** Picks the best key sentences. A sentence in an excerpt can't be the key of another excerpt. */
function pickPassages(scored: readonly ScoredSentence[], most: number): ScoredPassage[] {
  const best = scored.reduce((max, { score }) => Math.max(max, score), 0)
  const left = new Set(scored.filter(({ score }) => score >= GOOD * best))
  const sameness = new Map<ScoredSentence, number>()
  const passages: ScoredPassage[] = []
  while (left.size > 0 && passages.length < most) {
    let next: ScoredSentence | undefined
    let worth = Number.NEGATIVE_INFINITY
    for (const one of left) {
      const own = one.score - SAMENESS * (sameness.get(one) ?? 0)
      if (own > worth) [next, worth] = [one, own]
    }
    if (next === undefined) break
    const chosen = next
    const { all } = splitOnce(chosen.of.lines, chosen.of.kind)
    left.delete(chosen)
    const others = passages.filter(({ of }) => of === chosen.of)
    const key = findNamingSentence(all, chosen)
    // Context that another passage shows already isn't repeated, and a key sentence that depends on it is left out.
    const excerpt = [withSubject(all, chosen, excerptAround(all, key)), excerptAround(all, key, 0)].find(
      ({ from, to }) => !others.some((other) => from < other.to && other.from < to),
    )
    if (excerpt === undefined) continue
    passages.push({ ...excerpt, of: chosen.of, all, statesSubject: chosen.statesSubject })
    for (const one of left) {
      if (one.of === chosen.of && one.position >= excerpt.from && one.position < excerpt.to) left.delete(one)
      else sameness.set(one, Math.max(sameness.get(one) ?? 0, product(chosen.vector, one.vector)))
    }
  }
  return passages
}

/** Maximum number of sentences before a pronoun that are added to name what it means. */
const SUBJECT_REACH = 3

/** Starts the excerpt of a sentence with a pronoun where what it means is said: “The driver notes?” – “They're out in May.” */
function withSubject(
  all: readonly LineSentence[],
  { position, of, isCarried }: ScoredSentence,
  excerpt: Excerpt,
): Excerpt {
  const asked = new Set(of.question.terms)
  const names = ({ terms }: LineSentence) => terms.some((term) => asked.has(term))
  if (!isCarried || all.slice(excerpt.from, position + 1).some(names)) return excerpt
  const first = Math.max(0, position - SUBJECT_REACH)
  const found = all.slice(first, excerpt.from).findLastIndex(names)
  return found === -1 ? excerpt : { ...excerpt, from: first + found }
}

/**
 * Position of the key sentence. If the chosen one has no term of the question, it is the first one with a term in its
 * excerpt: the reply “Wayloom.” to “Did anybody come up?”.
 */
function findNamingSentence(
  all: readonly LineSentence[],
  { position, terms, of, statesSubject, isCarried }: ScoredSentence,
): number {
  const asked = new Set(of.question.terms)
  const names = (sentence: Pick<LineSentence, 'terms'> | undefined) =>
    sentence?.terms.some((term) => asked.has(term)) === true
  if (statesSubject || isCarried || names({ terms })) return position
  const { from, to } = excerptAround(all, position)
  const found = all.slice(from, to).findIndex(names)
  return found === -1 ? position : from + found
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
  const hasTopic = theirs.some(({ of }) => of.question.terms.some(hasMeaning))
  return theirs.length > 0 && (!hasTopic || best(theirs) >= THEIRS * best(all)) ? theirs : all
}

/** Maximum number of passages that are offered if there is no answer. */
const RELATED_MAX = 3

/** Stems of verbs that introduce the subject of a question: “What did they say about …?” They aren't the subject. */
const REPORTING: ReadonlySet<string> = new Set(
  'ask say tell talk discuss mention think hear happen know want need get make give agree promise'
    .split(' ')
    .map(stemWord),
)

/** Ratio of the subject's terms that a passage contains. */
function computeCoverage({ of, all, from, to }: ScoredPassage): number {
  const terms = new Set(of.question.terms.filter((term) => !REPORTING.has(term) && !isFormTerm(term)))
  const own = new Set(all.slice(from, to).flatMap(({ terms: some }) => [...some]))
  return terms.size === 0 ? 0 : [...terms].filter((term) => own.has(term)).length / terms.size
}

/** Nearest passages of texts that probably contain no answer, nearest first. Each one has a term of the question. */
export function relatedPassages(kind: QuestionKind, texts: readonly ReadText[]): AnswerPart[] {
  if (kind === 'whole' || texts.length === 0) return []
  return bestPassages(kind, scoreSentences(kind, texts), texts.length)
    .map((passage) => ({ passage, coverage: computeCoverage(passage) }))
    .filter(({ coverage }) => coverage > 0)
    .toSorted((a, b) => b.coverage - a.coverage)
    .slice(0, RELATED_MAX)
    .map(({ passage }) => passage)
    .map((passage, index) => ({
      text: formatPassage(passage, { named: true, marked: true }),
      proofs: proofsOfPassage(passage).map((proof) => ({ ...proof, passage: index })),
    }))
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
