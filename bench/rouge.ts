/** ROUGE and the measures of segmentation, as the evaluations of the data count them. */
import { stemmer } from 'stemmer'

/** Stems of all words, small ones too. */
export function stemsOf(text: string): string[] {
  const plain = text.toLowerCase().replaceAll('’', "'").replace(/'s\b/g, '').replaceAll("'", '')
  return (plain.match(/[a-z0-9]+/g) ?? []).map((word) => (word.length <= 3 || /\d/.test(word) ? word : stemmer(word)))
}

/** F1 of n-grams, clipped. */
export function rougeN(candidate: readonly string[], reference: readonly string[], n: number): number {
  const [a, b] = [grams(candidate, n), grams(reference, n)]
  let hit = 0
  for (const [gram, count] of a) hit += Math.min(count, b.get(gram) ?? 0)
  const total = sum(a) + sum(b)
  return hit === 0 ? 0 : (2 * hit) / total
}

const sum = (counts: ReadonlyMap<string, number>) => [...counts.values()].reduce((all, n) => all + n, 0)

function grams(stems: readonly string[], n: number): Map<string, number> {
  const counts = new Map<string, number>()
  for (let at = 0; at + n <= stems.length; at++) {
    const gram = stems.slice(at, at + n).join(' ')
    counts.set(gram, (counts.get(gram) ?? 0) + 1)
  }
  return counts
}

/** F1 of the longest common subsequence of the two whole texts. */
export function rougeL(a: readonly string[], b: readonly string[]): number {
  let row = new Int32Array(b.length + 1)
  for (const one of a) {
    const next = new Int32Array(b.length + 1)
    b.forEach((other, j) => {
      next[j + 1] = one === other ? (row[j] ?? 0) + 1 : Math.max(row[j + 1] ?? 0, next[j] ?? 0)
    })
    row = next
  }
  const common = row[b.length] ?? 0
  return common === 0 ? 0 : (2 * common) / (a.length + b.length)
}

/** Segments that begin something new, among `length` segments: what one segmentation is. */
export type Borders = ReadonlySet<number>

/**
 * How often two segments at half a chapter's distance are told to be of one chapter or of two, and it is the other way
 * (D. Beeferman and others, 1999), and how often a window of that size has another number of borders (L. Pevzner and
 * M. Hearst, 2002).
 */
export function segmentationErrors(found: Borders, truth: Borders, length: number): { pk: number; windowDiff: number } {
  const window = Math.max(2, Math.round(length / (truth.size + 1) / 2))
  let [pk, windowDiff, places] = [0, 0, 0]
  for (let at = 0; at + window < length; at++) {
    const [a, b] = [between(found, at, window), between(truth, at, window)]
    if ((a === 0) !== (b === 0)) pk++
    if (a !== b) windowDiff++
    places++
  }
  return { pk: pk / Math.max(1, places), windowDiff: windowDiff / Math.max(1, places) }
}

function between(borders: Borders, at: number, window: number): number {
  let count = 0
  for (let i = at + 1; i <= at + window; i++) if (borders.has(i)) count++
  return count
}
