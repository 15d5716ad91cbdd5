/** An invented conversation, from which every sample is written, and by which every reading is judged. */

export interface Person {
  /** Null if the source doesn't name the person. */
  readonly name: string | null
  readonly email: string
  readonly internal: boolean
}

export interface Sentence {
  readonly text: string
  /** Seconds from the start of the recording, with a precision of milliseconds. */
  readonly start: number
  readonly end: number
}

export interface Turn {
  readonly person: number
  readonly sentences: readonly Sentence[]
}

export interface Truth {
  readonly id: string
  readonly title: string
  readonly startedAt: string
  readonly durationSeconds: number
  readonly people: readonly Person[]
  readonly turns: readonly Turn[]
}

export interface TruthWord {
  readonly text: string
  readonly start: number
  readonly end: number
  readonly person: number
}

const LINES: readonly (readonly [number, string])[] = [
  [0, 'Good morning, this is about the scanners for your second warehouse.'],
  [1, 'Thanks for calling back. We need sixty of them before the season starts.'],
  [0, 'Sixty is fine. Do you want the cradle with four bays or the one with eight?'],
  [1, 'Eight bays, if the price stays below nine hundred per cradle.'],
  [0, 'It does at that volume. I can hold the offer until Friday next week.'],
  [2, 'Who signs the service contract on your side?'],
  [1, 'Marta does. She asked for a swap within two days when a device breaks.'],
  [2, 'Two days is what we promise. Our last year had an average of thirty hours.'],
  [1, 'Then send me the offer and I will bring it to the board on Tuesday.'],
  [0, 'You get it today. Thank you for your time.'],
]

const PEOPLE: readonly Person[] = [
  { name: 'Nora Lindqvist', email: 'nora@vendor.example', internal: true },
  { name: 'Tomás Okafor', email: 'tomas@buyer.example', internal: false },
  { name: 'Jin Park', email: 'jin@vendor.example', internal: true },
]

/** Seconds per word, and pauses after sentences and turns. */
const [PER_WORD, AFTER_SENTENCE, AFTER_TURN] = [0.36, 0.4, 0.7]

export const toMs = (seconds: number): number => Math.round(seconds * 1000) / 1000

/** What is said by whom. */
export interface Speech {
  readonly title: string
  readonly names: readonly string[]
  readonly lines: readonly (readonly [number, string])[]
}

const ENGLISH = { title: 'Scanners for the second warehouse', names: PEOPLE.map(({ name }) => name), lines: LINES }

/** Number of words for the pace. Texts without spaces have about three characters in a word. */
const countWords = (text: string): number =>
  Math.max(text.trim().split(/\s+/).length, Math.round((text.match(/[\u3040-\u9FFF]/g)?.length ?? 0) / 3))

/** @param people number of people: 2 for forms that only distinguish two sides */
export function createTruth(
  people: 2 | 3,
  from = 0,
  count?: number,
  {
    title,
    names,
    lines,
  }: { readonly title: string; readonly names: readonly (string | null)[]; readonly lines: Speech['lines'] } = ENGLISH,
): Truth {
  let at = 1.2
  const turns = lines.slice(from, from + (count ?? lines.length)).map(([speaker, line]): Turn => {
    const sentences = (line.match(/[^.?!。]+[.?!。]+/g) ?? [line]).map((text): Sentence => {
      const start = toMs(at)
      const end = toMs(start + countWords(text) * PER_WORD)
      at = end + AFTER_SENTENCE
      return { text: text.trim(), start, end }
    })
    at += AFTER_TURN
    return { person: speaker % people, sentences }
  })
  return {
    id: 'call-4711',
    title,
    startedAt: '2026-03-17T09:30:00.000Z',
    durationSeconds: Math.ceil(at),
    people: PEOPLE.slice(0, people).map((person, index) => ({ ...person, name: names[index] ?? null })),
    turns,
  }
}

export const turnText = (turn: Turn): string => turn.sentences.map(({ text }) => text).join(' ')
export const turnStart = (turn: Turn): number => turn.sentences[0]?.start ?? 0
export const turnEnd = (turn: Turn): number => turn.sentences.at(-1)?.end ?? 0

export function sentenceWords({ text, start, end }: Sentence, person: number): TruthWord[] {
  const words = text.split(/\s+/)
  const step = (end - start) / words.length
  return words.map((word, i) => ({
    text: word,
    start: toMs(start + i * step),
    end: i === words.length - 1 ? end : toMs(start + (i + 1) * step),
    person,
  }))
}

export const turnWords = (turn: Turn): TruthWord[] => turn.sentences.flatMap((each) => sentenceWords(each, turn.person))
export const allWords = (truth: Truth): TruthWord[] => truth.turns.flatMap(turnWords)
