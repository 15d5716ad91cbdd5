/**
 * Finds numbers that extend over several segments of a speaker turn: speech recognition splits a dictated number where
 * the speaker pauses. Also finds them across short replies of the listener (`okay`, `uh-huh`), and redacts digits that
 * the listener repeats.
 */
import type { SensitiveSpan, SpanFinder } from './kinds.ts'
import { isNumberAt } from './numbers.ts'
import { type TextToken, tokenize } from './tokens.ts'

export interface SpeakerText {
  /** Key that identifies a speaker. Consecutive pieces of one speaker form a turn. */
  readonly speaker: string
  readonly text: string
}

export interface PieceMatch extends SensitiveSpan {
  readonly piece: number
  /** Whether the match starts here. Matches over several pieces are counted once. */
  readonly begins: boolean
}

/** Maximum number of words in a reply that doesn't interrupt the dictation. */
const LISTENING_MAX = 6

interface JoinedTurn {
  readonly speaker: string
  readonly first: number
  /** Index after the last piece. */
  readonly behind: number
  readonly tokens: () => TextToken[]
}

export function findSplitNumbers(pieces: readonly SpeakerText[], find: SpanFinder): PieceMatch[] {
  const turns = joinIntoTurns(pieces)
  const found: PieceMatch[] = []
  const isJoined = new Set<number>()
  for (let at = 0; at < turns.length; at++) {
    if (isJoined.has(at)) continue
    const chain = chainFrom(turns, at)
    for (const link of chain.slice(1)) isJoined.add(link)
    found.push(...findInTurns(pieces, turns, chain, find))
  }
  return withoutOverlaps(found)
}

function joinIntoTurns(pieces: readonly SpeakerText[]): JoinedTurn[] {
  const turns: JoinedTurn[] = []
  let first = 0
  for (let at = 1; at <= pieces.length; at++) {
    const speaker = pieces[first]?.speaker ?? ''
    if (at < pieces.length && pieces[at]?.speaker === speaker) continue
    const mine = pieces.slice(first, at)
    let tokens: TextToken[] | undefined
    turns.push({
      ...{ speaker, first, behind: at },
      tokens: () => {
        tokens ??= tokenize(mine.map(({ text }) => text).join(' '))
        return tokens
      },
    })
    first = at
  }
  return pieces.length === 0 ? [] : turns
}

/** A turn, and later turns of the same speaker that continue the dictation. */
function chainFrom(turns: readonly JoinedTurn[], start: number): number[] {
  const chain = [start]
  for (;;) {
    const last = chain.at(-1) as number
    const [here, between, next] = [turns[last], turns[last + 1], turns[last + 2]]
    if (here === undefined || between === undefined || next === undefined) return chain
    if (next.speaker !== here.speaker || here.speaker === '') return chain
    const heard = between.tokens()
    if (heard.filter(({ is }) => is !== 'sign').length > LISTENING_MAX) return chain
    if (!endsInNumber(here.tokens()) || !beginsWithNumber(next.tokens())) return chain
    chain.push(last + 2)
  }
}

/** Whether the last number is followed by one sign at most. */
const endsInNumber = (tokens: readonly TextToken[]) =>
  [1, 2].some((back) => tokens.length >= back && isNumberAt(tokens, tokens.length - back))

/** Whether the first number follows one word at most: `and one one one one`. */
const beginsWithNumber = (tokens: readonly TextToken[]) => [0, 1, 2].some((at) => isNumberAt(tokens, at))

function findInTurns(
  pieces: readonly SpeakerText[],
  turns: readonly JoinedTurn[],
  chain: readonly number[],
  find: SpanFinder,
): PieceMatch[] {
  const mine = chain.flatMap((at) => {
    const turn = turns[at]
    return turn === undefined ? [] : Array.from({ length: turn.behind - turn.first }, (_, i) => turn.first + i)
  })
  const starts: number[] = []
  let text = ''
  for (const piece of mine) {
    if (text !== '') text += ' '
    starts.push(text.length)
    text += pieces[piece]?.text ?? ''
  }
  const found: PieceMatch[] = []
  for (const one of find(text)) {
    const parts = splitMatch(one, mine, starts, pieces)
    found.push(...parts)
    const [first, last] = [parts[0], parts.at(-1)]
    if (first === undefined || last === undefined || first === last || chain.length === 1) continue
    const heard = chain.slice(0, -1).filter((at) => {
      const between = turns[at + 1]
      return between !== undefined && between.first > first.piece && between.behind <= last.piece
    })
    for (const at of heard) found.push(...repeatedIn(turns[at + 1], pieces, one))
  }
  return found
}

/** Splits a match in the joined text into its pieces. */
function splitMatch(
  one: SensitiveSpan,
  mine: readonly number[],
  starts: readonly number[],
  pieces: readonly SpeakerText[],
): PieceMatch[] {
  const parts: PieceMatch[] = []
  for (let index = lastUpTo(starts, one.from); index < mine.length; index++) {
    const piece = mine[index] ?? 0
    const start = starts[index] ?? 0
    if (start >= one.to) break
    const length = pieces[piece]?.text.length ?? 0
    const from = Math.max(one.from - start, 0)
    const to = Math.min(one.to - start, length)
    if (from < to) parts.push({ ...one, piece, from, to, begins: parts.length === 0 })
  }
  return parts
}

/** Position of the last number in an ascending list that isn't above a bound; 0 if all are. */
function lastUpTo(ascending: readonly number[], bound: number): number {
  let [low, high] = [0, ascending.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ascending[middle] ?? 0) <= bound) low = middle + 1
    else high = middle
  }
  return Math.max(0, low - 1)
}

/** Numbers that the listener repeats between the parts of a dictated number. */
function repeatedIn(turn: JoinedTurn | undefined, pieces: readonly SpeakerText[], one: SensitiveSpan): PieceMatch[] {
  if (turn === undefined) return []
  const found: PieceMatch[] = []
  for (let piece = turn.first; piece < turn.behind; piece++) {
    const tokens = tokenize(pieces[piece]?.text ?? '')
    let first: number | undefined
    for (let at = 0; at <= tokens.length; at++) {
      if (isNumberAt(tokens, at)) first ??= at
      else if (first !== undefined && tokens[at]?.is !== 'sign') {
        const from = tokens[first]?.from ?? 0
        let last = at - 1
        while (last > first && tokens[last]?.is === 'sign') last--
        found.push({ ...one, piece, from, to: tokens[last]?.to ?? from, begins: false })
        first = undefined
      }
    }
  }
  return found
}

function withoutOverlaps(found: readonly PieceMatch[]): PieceMatch[] {
  const sorted = found.toSorted((a, b) => a.piece - b.piece || a.from - b.from)
  return sorted.filter((one, index) => {
    const before = sorted[index - 1]
    return before === undefined || before.piece !== one.piece || before.to <= one.from
  })
}
