/** The answer without a language model: the best sentences, in their order, told as who said them. */
import type { Proof, ReadText } from '../text.ts'
import { askedOf } from './asked-of.ts'
import { type Candidate, candidatesOf } from './candidates.ts'
import { choose, type Room } from './choose.ts'
import { type Chosen, compose, type Part, tellings } from './compose.ts'
import type { Kind } from './kind.ts'
import { topicOf } from './topic.ts'
import learned from './weights.json' with { type: 'json' }

/** One piece of an answer and what it stands on. */
export interface Told {
  readonly text: string
  readonly proofs: readonly Proof[]
}

/** Words that people write as an answer to one question, and to one that wants everything. */
const ROOM: Room = { words: 45, sentences: 6 }
const WIDE_ROOM: Room = { words: 130, sentences: 10 }
/** The more texts there are to tell of, the longer. */
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

/** Who asks what somebody said wants nobody else's words, if theirs tell as much as half of the best. */
const THEIRS = 0.5

function byWhomWasAsked<C extends Candidate & { of: ReadText }>(kind: Kind, all: readonly C[]): readonly C[] {
  // “Who did Anna ask?” is told by anybody.
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

/** What one text says, for whoever puts many together: shorter, and without a heading. */
const ROOM_OF_ONE: Room = { words: 45, sentences: 3 }
const WIDE_ROOM_OF_ONE: Room = { words: 80, sentences: 5 }
/** Room is left empty rather than filled with sentences that are worth less than this part of the best one. */
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

/** Stretches of a whole text, each of which is to be heard. */
const STRETCHES = 6

/** A text in stretches, so that its beginning, middle and end are told alike. */
function spread(text: ReadText): { lines: ReadText['lines']; place: Float64Array }[] {
  const { lines } = text
  const size = Math.max(1, Math.ceil(lines.length / STRETCHES))
  return Array.from({ length: Math.ceil(lines.length / size) }, (_, at) => ({
    lines,
    place: Float64Array.from(lines, (_, line) => (Math.floor(line / size) === at ? 1 : 0)),
  }))
}

/** Of every stretch of every text the best, as far as there is room. */
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
