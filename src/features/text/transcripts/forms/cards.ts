/** Captions of subtitle forms without voice tags: who speaks, and which words a caption repeats. */
import type { FaultLocation, TranscriptDocument } from '../model.ts'
import { collector, sentence } from './collect.ts'
import { stripTags } from './cue-text.ts'
import { findLabel, findVoices, isRemark, judgeLabels, type SpeakerLabel } from './labels.ts'
import { joinLines } from './lines.ts'
import { countRepeated, toRollingLines } from './rolling.ts'
import { splitMarks } from './voice-marks.ts'

/** A name on a line of its own: words with capitals, perhaps a number, and no sign of a sentence. */
const NAME_LINE = /^(?:\p{Lu}[\p{L}.'’-]*(?: (?:\p{Lu}[\p{L}.'’-]*|\d{1,3})){0,3}(?<![.]))$/u
/** Minimum number of cards for names on lines of their own, and maximum ratio of names to cards. */
const NAMED_MIN = 3
const NAMES_RATIO = 0.7
/** Mark of whisper.cpp at the end of a segment: the next one has another speaker, who isn't known. */
const SPEAKER_TURN = '[SPEAKER_TURN]'

/** A subtitle with its 1-based line. */
export interface Card {
  line: number
  start: number | null
  end: number | null
  text: string
}

interface CardOptions {
  /** Converts escaped text to plain text. Escaped signs are neither labels nor marks. */
  readonly decode?: (text: string) => string
  /** Whether a card without a name can belong to the previous speaker. */
  readonly continues?: boolean
}

/** Part of a card that one person says. */
interface SpokenPart {
  readonly card: Card
  readonly text: string
  readonly mark: 'broadcast' | 'dash' | undefined
}

/**
 * Builds a document from cards. Speakers come from prefixes of their texts. A card in which two people speak becomes two
 * segments with the times of the card. Words that a card repeats from the one before are dropped.
 */
export function fromCards(format: string, cards: readonly Card[], options: CardOptions = {}): TranscriptDocument {
  const { decode = (text) => text, continues = true } = options
  const shown = withoutRepeated(cards.map((card) => ({ ...card, text: stripTurn(stripTags(card.text)) })))
  const parts = splitMarks(shown.map(({ text }) => text))
    .flatMap((found, index) => found.map((part): SpokenPart => ({ card: shown[index] as Card, ...part })))
    .filter(({ text }) => joinLines(decode(text)) !== '')
  const collected = collector()
  const add = ({ card }: SpokenPart, name: string, text: string) => {
    const place: FaultLocation = { line: card.line }
    const said = joinLines(decode(text))
    // A name without text applies to the following cards.
    if (said !== '') collected.add(sentence({ name }, card.start, card.end, said), place)
  }
  const voices = findVoices(parts.map(({ text }) => joinLines(text))) ?? findNameLines(parts)
  if (voices !== undefined) {
    for (const [index, part] of parts.entries()) add(part, voices[index]?.name ?? '', voices[index]?.rest ?? part.text)
    return { format, form: 'V1', segments: collected.segments }
  }
  const labels = parts.map(({ text }) => findLabel(text.trim(), decode))
  const isName = judgeLabels(labels)
  const names = labels.map((label, index) => {
    if (label === undefined) return undefined
    // A name after a mark is certain.
    const isMarked = parts[index]?.mark !== undefined && label.strong && !isRemark(label)
    return isMarked || isName(label) ? label : undefined
  })
  const isBroadcast = parts.some(({ mark }) => mark === 'broadcast')
  const staysWithSpeaker = isBroadcast || (continues && names[0] !== undefined && !repeatsInRow(names))
  let name = ''
  for (const [index, part] of parts.entries()) {
    const label = names[index]
    name = label?.name ?? (staysWithSpeaker && part.mark === undefined ? name : '')
    add(part, name, label?.rest ?? part.text)
  }
  return { format, form: 'V1', segments: collected.segments }
}

/** Names in the first lines of cards, if every card has one above its words and they recur. */
function findNameLines(parts: readonly SpokenPart[]): { name: string; rest: string }[] | undefined {
  const found = parts.flatMap(({ text }) => {
    const [first = '', ...rest] = text.split('\n').map((line) => line.trim())
    return NAME_LINE.test(first) && rest.some((line) => line !== '') ? [{ name: first, rest: rest.join('\n') }] : []
  })
  const names = new Set(found.map(({ name }) => name))
  const isUsual = found.length === parts.length && found.length >= NAMED_MIN
  return isUsual && names.size <= found.length * NAMES_RATIO ? found : undefined
}

/** Cards without the words that rolling captions repeat. */
function withoutRepeated(cards: readonly Card[]): Card[] {
  const plain = cards.map(({ text }) => text.replaceAll('&nbsp;', ' '))
  const repeated = countRepeated(
    cards.map(({ start, end }, index) => ({
      lines: toRollingLines(plain[index] ?? ''),
      seconds: start === null || end === null ? null : end - start,
    })),
  )
  return cards.map((card, index) => {
    const count = repeated[index] ?? 0
    return count === 0 ? card : { ...card, text: withoutWords(plain[index] ?? '', count) }
  })
}

function withoutWords(text: string, count: number): string {
  const word = /\S+\s*/g
  let left = count
  while (left > 0 && word.exec(text) !== null) left--
  return text.slice(word.lastIndex)
}

const stripTurn = (text: string): string =>
  text.trimEnd().endsWith(SPEAKER_TURN) ? text.trimEnd().slice(0, -SPEAKER_TURN.length) : text

function repeatsInRow(names: readonly (SpeakerLabel | undefined)[]): boolean {
  let last: string | undefined
  for (const label of names) {
    if (label === undefined) continue
    if (label.name === last) return true
    last = label.name
  }
  return false
}
