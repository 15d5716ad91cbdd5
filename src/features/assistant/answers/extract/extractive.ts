/** Answers without a language model: selects the best sentences and formats them with their speakers. */
import type { Proof, ReadText } from '../text.ts'
import { type Candidate, candidatesOf } from './candidates.ts'
import { choose, type Room } from './choose.ts'
import { type Chosen, compose, type Part, tellings } from './compose.ts'
import type { Kind } from './kind.ts'
import { askedOf } from './requested-speaker.ts'
import { topicOf } from './topic.ts'
import learned from './weights.json' with { type: 'json' }

/** Part of an answer, and the quotes that support it. */
export interface Told {
  readonly text: string
  readonly proofs: readonly Proof[]
}

/** Typical answer length that people write for a specific question, and for a question about everything. */
const ROOM: Room = { words: 45, sentences: 6 }
const WIDE_ROOM: Room = { words: 130, sentences: 10 }
/** Additional length for each further text, as a ratio. */
const MORE = 0.4

export function extractiveAnswer(asked: string, kind: Kind, texts: readonly ReadText[]): Told[] {
  const wide = kind === 'whole' || kind === 'list'
  const { words, sentences } = wide ? WIDE_ROOM : ROOM
  const factor = 1 + MORE * (texts.length - 1)
  const room = { words: words * factor, sentences: Math.round(sentences * factor) }
  const candidates = texts.flatMap((text) =>
    (kind === 'whole' ? spread(text) : [text]).flatMap((placed) =>
      candidatesOf(placed, text.question, kind, learned.sentence).map((one): Candidate & { of: ReadText } => ({
        ...one,
        score: one.score * text.weight,
        of: text,
      })),
    ),
  )
  const picked = kind === 'whole' ? fromEach(texts, candidates, room) : choose(byWhomWasAsked(kind, candidates), room)
  const chosen = texts.flatMap((text): Chosen[] => {
    const own = picked.filter(({ of }) => of === text)
    return own.length === 0 ? [] : [{ text, sentences: own }]
  })
  return compose(topicOf(asked), kind, chosen).map(toldOf)
}

/** Minimum score of the requested speaker's sentences, relative to the best one, to exclude all other speakers. */
const THEIRS = 0.5

function byWhomWasAsked<C extends Candidate & { of: ReadText }>(kind: Kind, all: readonly C[]): readonly C[] {
  // Anybody can report the answer to “Who did Anna ask?”.
  if (kind === 'who') return all
  const subjects = new Map([...new Set(all.map(({ of }) => of))].map((text) => [text, askedOf(text.question)]))
  const theirs = all.filter(({ of, line }) => subjects.get(of)?.has(of.lines[line]?.speaker ?? ''))
  const best = (some: readonly C[]) => some.reduce((most, { score }) => Math.max(most, score), 0)
  return theirs.length > 0 && best(theirs) >= THEIRS * best(all) ? theirs : all
}

const toldOf = ({ text, sentences }: Part): Told => ({
  text,
  proofs: sentences.map(({ of, line, text: quote }) => ({ of, line, quote })),
})

/** Length of a single text's part, for callers that combine many texts. It has no heading. */
const ROOM_OF_ONE: Room = { words: 45, sentences: 3 }
const WIDE_ROOM_OF_ONE: Room = { words: 80, sentences: 5 }
/** Minimum score relative to the best sentence. Worse sentences are omitted even if there is room. */
const GOOD = 0.75

export function tellingsOf(kind: Kind, text: ReadText): Told[] {
  const room = kind === 'whole' || kind === 'list' ? WIDE_ROOM_OF_ONE : ROOM_OF_ONE
  const candidates = (kind === 'whole' ? spread(text) : [text]).flatMap((placed) =>
    candidatesOf(placed, text.question, kind, learned.sentence).map((one) => ({ ...one, of: text })),
  )
  const best = candidates.reduce((most, { score }) => Math.max(most, score), 0)
  const good = candidates.filter(({ score }) => score >= GOOD * best)
  const sentences = kind === 'whole' ? fromEach([text], candidates, room) : choose(byWhomWasAsked(kind, good), room)
  return tellings({ text, sentences }).map(toldOf)
}

/** Number of sections of a complete text. Each one contributes to the answer. */
const STRETCHES = 6

/** Splits a text into sections, so that its beginning, middle and end are equally represented. */
function spread(text: ReadText): { lines: ReadText['lines']; place: Float64Array }[] {
  const { lines } = text
  const size = Math.max(1, Math.ceil(lines.length / STRETCHES))
  return Array.from({ length: Math.ceil(lines.length / size) }, (_, at) => ({
    lines,
    place: Float64Array.from(lines, (_, line) => (Math.floor(line / size) === at ? 1 : 0)),
  }))
}

/** Selects the best sentences of each section of each text within the length limit. */
function fromEach<C extends Candidate & { of: ReadText }>(
  texts: readonly ReadText[],
  all: readonly C[],
  room: Room,
): C[] {
  const picked: C[] = []
  for (const text of texts) {
    const size = Math.max(1, Math.ceil(text.lines.length / STRETCHES))
    const own = Map.groupBy(
      all.filter(({ of }) => of === text),
      ({ line }) => Math.floor(line / size),
    )
    const share = { words: room.words / texts.length / own.size, sentences: 3 }
    for (const stretch of own.values()) picked.push(...choose(stretch, share))
  }
  return picked
}
