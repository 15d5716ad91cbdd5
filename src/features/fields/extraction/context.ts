/** Context of fields in a conversation: sentences that mention a field, and preceding questions. */
import { splitWords } from '../../../core/terms.ts'
import type { FieldCandidate } from './candidate.ts'
import { type FieldIntent, matchStems } from './field-intent.ts'
import type { TranscriptView, TurnSentence, ViewTurn } from './transcript-view.ts'

/** Question that a turn can answer, with its proximity. A question directly before has 1. */
export interface PrecedingQuestion {
  readonly sentence: TurnSentence
  readonly proximity: number
}

export interface FieldContext {
  readonly view: TranscriptView
  readonly intents: readonly FieldIntent[]
  readonly askedBefore: readonly (readonly PrecedingQuestion[])[]
  /** Coverage of the title and of all words of each field, by sentence. */
  coverage(field: number, sentence: TurnSentence): readonly [title: number, all: number]
  /** Maximum coverage of the title of another field. */
  rival(field: number, sentence: TurnSentence): number
  readonly said: readonly ReadonlyMap<string, number>[]
  /** Whether the candidate is an option of another field but not of this one. */
  isOtherOption(field: number, candidate: FieldCandidate): boolean
  /** Whether a speaker has this name. */
  isParticipant(text: string): boolean
}

export function createExtractionContext(talk: TranscriptView, wanted: readonly FieldIntent[]): FieldContext {
  const saidTitle = wanted.map(({ title }) => matchStems(talk, title))
  const saidAll = wanted.map(({ all }) => matchStems(talk, all))
  const weights = wanted.map(({ all }, field) => rarities(talk, all, saidAll[field] as ReadonlyMap<string, number>))
  const caches = wanted.map(() => new Map<TurnSentence, readonly [number, number]>())
  const coverage = (field: number, sentence: TurnSentence): readonly [number, number] => {
    const cache = caches[field] as Map<TurnSentence, readonly [number, number]>
    const known = cache.get(sentence)
    if (known !== undefined) return known
    const { title, all } = wanted[field] as FieldIntent
    const hitTitle = hits(sentence, saidTitle[field] as ReadonlyMap<string, number>, title.length)
    const hitAll = hits(sentence, saidAll[field] as ReadonlyMap<string, number>, all.length)
    const weight = weights[field] as Float64Array
    let [sum, spoken] = [0, 0]
    for (let at = 0; at < all.length; at++) {
      spoken += weight[at] as number
      if (hitAll[at] === 1) sum += weight[at] as number
    }
    const told = [count(hitTitle) / Math.max(1, title.length), spoken === 0 ? 0 : sum / spoken] as const
    cache.set(sentence, told)
    return told
  }
  const rivals = new Map<TurnSentence, { best: number; field: number; second: number }>()
  const rival = (field: number, sentence: TurnSentence): number => {
    let known = rivals.get(sentence)
    if (known === undefined) {
      known = { best: 0, field: -1, second: 0 }
      for (let other = 0; other < wanted.length; other++) {
        const [title] = coverage(other, sentence)
        if (title > known.best) known = { best: title, field: other, second: known.best }
        else if (title > known.second) known = { ...known, second: title }
      }
      rivals.set(sentence, known)
    }
    return known.field === field ? known.second : known.best
  }
  const optionsOf = wanted.map(({ field }) => new Set(field.options.map((option) => splitWords(option).join(' '))))
  const names = new Set(talk.turns.flatMap(({ speaker }) => listNameForms(speaker.name)))
  return {
    ...{ view: talk, intents: wanted, coverage, rival, said: saidTitle },
    askedBefore: talk.turns.map((turn) => findPrecedingQuestions(talk, turn)),
    isOtherOption(field, { form, text }) {
      if (form === 'option' || form === 'yes' || form === 'clause') return false
      const said = splitWords(text).join(' ')
      return optionsOf.some(
        (options, other) => other !== field && options.has(said) && optionsOf[field]?.has(said) !== true,
      )
    },
    isParticipant: (text) => names.has(splitWords(text).join(' ')),
  }
}

/** Returns the full name, and each of its words that is long enough to be a name. */
const listNameForms = (name: string): string[] => {
  const words = splitWords(name)
  return [words.join(' '), ...words.filter((word) => word.length > 2)].filter((one) => one !== '')
}

function hits(sentence: TurnSentence, said: ReadonlyMap<string, number>, length: number): Uint8Array {
  const hit = new Uint8Array(length)
  for (const [stem, index] of said) if (sentence.stems.has(stem)) hit[index] = 1
  return hit
}

const count = (hit: Uint8Array) => hit.reduce((sum, one) => sum + one, 0)

/** Rarity of stems. Frequent stems have low weights, and stems that don't occur have none. */
function rarities(talk: TranscriptView, stems: readonly string[], said: ReadonlyMap<string, number>): Float64Array {
  const turns = new Float64Array(stems.length)
  for (const [stem, index] of said) turns[index] = (turns[index] ?? 0) + (talk.vocabulary.get(stem) ?? 0)
  return turns.map((n) => (n === 0 ? 0 : Math.log(1 + (talk.turns.length + 1) / (n + 0.5))))
}

/**
 * Returns questions in the last turn of another speaker, or in the one before if it has none, or by the same speaker.
 */
function findPrecedingQuestions(talk: TranscriptView, turn: ViewTurn): PrecedingQuestion[] {
  const asked: PrecedingQuestion[] = []
  let near = 1
  for (let at = turn.at - 1; at >= 0 && at >= turn.at - 4 && asked.length === 0; at--) {
    const other = talk.turns[at] as ViewTurn
    if (other.speaker.name !== '' && other.speaker.name === turn.speaker.name) continue
    for (const sentence of other.sentences.slice(-6)) if (sentence.asks) asked.push({ sentence, proximity: near })
    near *= 0.5
  }
  return asked
}

const texts = new WeakMap<TurnSentence, string>()
/** Returns the original text of a sentence. */
export function getSentenceText(talk: TranscriptView, sentence: TurnSentence): string {
  const known = texts.get(sentence)
  if (known !== undefined) return known
  const said = (talk.turns[sentence.turn] as ViewTurn).text.slice(sentence.from, sentence.to).trim()
  texts.set(sentence, said)
  return said
}
