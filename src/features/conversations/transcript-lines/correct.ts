/** Applies corrections to segments, their words and their times. Pure functions. */
import { type Speaker, segmentText, type TranscriptSegment, type Word } from '../../text/transcripts/index.ts'

export interface LineChange {
  readonly segment: number
  /** New text; a blank text deletes the line. */
  readonly text?: string | undefined
  readonly speaker?: string | undefined
}

export interface Rename {
  readonly from: string
  readonly to: string
}

/** Copies email address and internal flag from a participant with the same name. Returns undefined if there is none. */
type Recognize = (name: string) => Speaker | undefined

/**
 * Applies the changes of lines, then renames speakers everywhere.
 * @param changes changes of existing segments, at most one per segment
 */
export function applyLineChanges(
  { form, segments }: { readonly form: 'V1' | 'V2'; readonly segments: readonly TranscriptSegment[] },
  changes: readonly LineChange[],
  renames: readonly Rename[],
  recognize: Recognize,
): { segments: TranscriptSegment[]; changed: number } {
  const byPlace = new Map(changes.map((change) => [change.segment, change]))
  const present = new Map<string, Speaker>()
  for (const { speaker } of segments) if (!present.has(speaker.name)) present.set(speaker.name, speaker)
  const called = new Map(renames.map(({ from, to }) => [from, to]))
  /** Speaker with a name: an existing speaker, otherwise a participant. */
  const findSpeaker = (name: string) => present.get(name) ?? recognize(name)
  let changed = 0
  const out: TranscriptSegment[] = []
  for (const [place, segment] of segments.entries()) {
    const { text, speaker: name } = byPlace.get(place) ?? {}
    const speaker =
      name === undefined || name === segment.speaker.name ? segment.speaker : (findSpeaker(name) ?? { name })
    const to = called.get(speaker.name)
    const named = to === undefined || to === speaker.name ? speaker : (findSpeaker(to) ?? { ...speaker, name: to })
    const isTextNew = text !== undefined && text.trim() !== segmentText(segment).trim()
    if (!isTextNew && named === segment.speaker) {
      out.push(segment)
      continue
    }
    changed++
    if (!isTextNew) out.push({ ...segment, speaker: named })
    else if (text.trim() !== '') out.push({ ...segment, speaker: named, words: wordsNow(segment, text.trim(), form) })
  }
  return { segments: out, changed }
}

/** Words of a corrected segment. In form V1, the sentence stays one entry with its times. */
function wordsNow({ words, start, end }: TranscriptSegment, text: string, form: 'V1' | 'V2'): Word[] {
  if (form === 'V2') return aligned(words, text.split(/\s+/))
  const [only] = words
  return [{ text, startTimestamp: only?.startTimestamp ?? start, endTimestamp: words.at(-1)?.endTimestamp ?? end }]
}

/**
 * Aligns new words with the previous ones. Unchanged words keep their times. Between them, new words get the times of
 * the old ones if their numbers are equal; otherwise only the first start and the last end are known.
 */
function aligned(before: readonly Word[], texts: readonly string[]): Word[] {
  const out: Word[] = []
  let [from, to] = [0, 0]
  for (const [i, j] of [...common(before, texts), [before.length, texts.length] as const]) {
    out.push(...distributeTimes(before.slice(from, i), texts.slice(to, j)))
    const stays = before[i]
    if (stays !== undefined) out.push({ ...stays, text: texts[j] ?? stays.text })
    ;[from, to] = [i + 1, j + 1]
  }
  return out
}

function distributeTimes(old: readonly Word[], texts: readonly string[]): Word[] {
  if (old.length === texts.length) return old.map((word, index) => ({ ...word, text: texts[index] ?? word.text }))
  return texts.map((text, index) => ({
    text,
    startTimestamp: index === 0 ? (old[0]?.startTimestamp ?? null) : null,
    endTimestamp: index === texts.length - 1 ? (old.at(-1)?.endTimestamp ?? null) : null,
  }))
}

/** Maximum number of compared word pairs. For longer lines, only common words at both ends are aligned. */
const PAIRS_MAX = 4_000_000

/** Positions of equal words in both lists (longest common subsequence). */
function common(before: readonly Word[], texts: readonly string[]): (readonly [number, number])[] {
  const [rows, columns] = [before.length, texts.length]
  const isSameWord = (i: number, j: number) => before[i]?.text === texts[j]
  let head = 0
  while (head < rows && head < columns && isSameWord(head, head)) head++
  let tail = 0
  while (tail < rows - head && tail < columns - head && isSameWord(rows - 1 - tail, columns - 1 - tail)) tail++
  const pairs: (readonly [number, number])[] = Array.from({ length: head }, (_, i) => [i, i] as const)
  const [n, m] = [rows - head - tail, columns - head - tail]
  if (n > 0 && m > 0 && n * m <= PAIRS_MAX) {
    const width = m + 1
    const best = new Uint32Array((n + 1) * width)
    const scoreAt = (i: number, j: number) => best[i * width + j] ?? 0
    for (let i = n - 1; i >= 0; i--) {
      for (let j = m - 1; j >= 0; j--) {
        best[i * width + j] = isSameWord(head + i, head + j)
          ? scoreAt(i + 1, j + 1) + 1
          : Math.max(scoreAt(i + 1, j), scoreAt(i, j + 1))
      }
    }
    for (let i = 0, j = 0; i < n && j < m; ) {
      if (isSameWord(head + i, head + j)) pairs.push([head + i++, head + j++])
      else if (scoreAt(i + 1, j) >= scoreAt(i, j + 1)) i++
      else j++
    }
  }
  for (let k = tail; k > 0; k--) pairs.push([rows - k, columns - k])
  return pairs
}
