/**
 * Generates word times for demo calls: pace per speaker, pauses at punctuation, hesitation and overlaps. The same text
 * always has the same times. Times of imported transcripts are never generated.
 */

export interface DemoLine {
  readonly speaker: string
  readonly text: string
}

interface TimedWord {
  readonly text: string
  readonly startTimestamp: number
  readonly endTimestamp: number
}

export interface DemoTurn {
  readonly speaker: string
  readonly words: readonly TimedWord[]
}

/** Durations in seconds. */
const PACE = { word: 0.13, letter: 0.036, comma: 0.18, stop: 0.42, hesitation: 0.3 }
const FIRST_WORD_AT = 1.2

export function parseDemoLines(source: string): DemoLine[] {
  return source
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const colon = line.indexOf(': ')
      return { speaker: line.slice(0, colon), text: line.slice(colon + 2) }
    })
}

export function timeTurns(lines: readonly DemoLine[]): DemoTurn[] {
  let at = FIRST_WORD_AT
  return lines.map(({ speaker, text }, index) => {
    const chance = hashToFraction(`${speaker}${index}${text}`)
    if (index > 0) at += gapBefore(text, lines[index - 1]?.text ?? '', chance)
    const pace = 0.88 + hashToFraction(speaker) * 0.24
    const words = text.split(' ').map((word): TimedWord => {
      const start = at
      at += (PACE.word + word.length * PACE.letter) * pace
      const said = { text: word, startTimestamp: roundSeconds(start), endTimestamp: roundSeconds(at) }
      at += pauseAfter(word)
      return said
    })
    // The next turn adds the pause after the last word.
    at = words.at(-1)?.endTimestamp ?? at
    return { speaker, words }
  })
}

/** Gap before a turn in seconds. Short replies are fast and can overlap; answers to questions take longer. */
function gapBefore(text: string, before: string, chance: number): number {
  const isShort = text.length < 30
  if (isShort && chance < 0.25) return -0.25 * chance
  const isAsked = before.endsWith('?')
  const longest = isShort ? 0.6 : isAsked ? 1.9 : 1.1
  return 0.15 + chance * longest + (/^(?:um|hm)\b/i.test(text) ? 0.8 : 0)
}

function pauseAfter(word: string): number {
  if (/^u?[hm]m?[,.]$/i.test(word)) return PACE.hesitation
  if (/[.?!]$/.test(word)) return PACE.stop
  return word.endsWith(',') ? PACE.comma : 0.02
}

/** Transcript with one segment per sentence and no word times. */
export function asV1(turns: readonly DemoTurn[]): object {
  return {
    final: turns.flatMap(({ speaker, words }) =>
      groupWordsBySentence(words).map((sentence) => ({
        speaker,
        sentence: sentence.map(({ text }) => text).join(' '),
        startTimestamp: sentence[0]?.startTimestamp,
        endTimestamp: sentence.at(-1)?.endTimestamp,
      })),
    ),
  }
}

export const asV2 = (turns: readonly DemoTurn[]): object => ({ final: turns })

function groupWordsBySentence(words: readonly TimedWord[]): TimedWord[][] {
  const rest = [...words]
  return splitSentences(words.map(({ text }) => text)).map((sentence) => rest.splice(0, sentence.length))
}

export function splitSentences(words: readonly string[]): string[][] {
  const sentences: string[][] = [[]]
  for (const [index, word] of words.entries()) {
    sentences.at(-1)?.push(word)
    if (/[.?!]$/.test(word) && !/^M[rs]s?\.$/.test(word) && index < words.length - 1) sentences.push([])
  }
  return sentences
}

const roundSeconds = (seconds: number) => Math.round(seconds * 100) / 100

/** Deterministic pseudo-random number from 0 to 1, based on an FNV-1a hash of the text. */
export function hashToFraction(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return (hash >>> 0) / 0x1_0000_0000
}
