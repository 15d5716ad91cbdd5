/**
 * Times of the words of a sentence. flite prints the times of sounds without words. Their boundaries follow from an
 * alignment with the sounds of each word by itself, which differ in a few vowels and pauses.
 */
import type { Phone } from './programs.ts'

/** Start and end in seconds. */
export type Span = readonly [start: number, end: number]

const SUBSTITUTION = 1
const GAP = 1.2

/**
 * @param phones sounds of the sentence with pauses
 * @param words sounds of each word without pauses
 * @returns one span for each word, in their order
 */
export function alignWords(phones: readonly Phone[], words: readonly (readonly string[])[]): Span[] {
  const sounds = phones
    .map(({ name, end }, index) => ({ name, start: phones[index - 1]?.end ?? 0, end }))
    .filter(({ name }) => name !== 'pau')
  const wanted = words.flatMap((names, word) => names.map((name) => ({ name, word })))
  const costs = computeCosts(
    sounds.map(({ name }) => name),
    wanted.map(({ name }) => name),
  )
  const spans = new Map<number, Span>()
  let [i, j] = [sounds.length, wanted.length]
  while (i > 0 && j > 0) {
    const [sound, target] = [sounds[i - 1], wanted[j - 1]]
    if (sound === undefined || target === undefined) break
    const here = costs[i]?.[j] ?? 0
    const isPair = here === (costs[i - 1]?.[j - 1] ?? 0) + (sound.name === target.name ? 0 : SUBSTITUTION)
    const isExtra = !isPair && here === (costs[i - 1]?.[j] ?? 0) + GAP
    // An extra sound belongs to the word of the sounds around it.
    if (isPair || isExtra) {
      spans.set(target.word, [sound.start, spans.get(target.word)?.[1] ?? sound.end])
      i--
    }
    if (!isExtra) j--
  }
  return words.map((_, word) => {
    const span = spans.get(word)
    if (span === undefined) throw new Error(`The sentence has no sound of word ${word + 1}.`)
    return span
  })
}

/** Edit distances of all beginnings of both sequences. */
function computeCosts(sounds: readonly string[], wanted: readonly string[]): number[][] {
  const costs: number[][] = [[0]]
  for (let i = 0; i <= sounds.length; i++) {
    const row = i === 0 ? [0] : [i * GAP]
    for (let j = 1; j <= wanted.length; j++) {
      const pair = (costs[i - 1]?.[j - 1] ?? Infinity) + (sounds[i - 1] === wanted[j - 1] ? 0 : SUBSTITUTION)
      row.push(Math.min(pair, (costs[i - 1]?.[j] ?? Infinity) + GAP, (row[j - 1] ?? Infinity) + GAP))
    }
    costs[i] = row
  }
  return costs
}
