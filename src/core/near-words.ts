/**
 * Words that are spelled or pronounced alike. Speech recognition writes names as it hears them: `Wayloom` becomes
 * `Veyloom` or `Way Loom`.
 */

/**
 * Number of insertions, deletions, replacements and swaps of adjacent letters between two words (Damerau–Levenshtein,
 * optimal string alignment).
 * @param most larger distances are returned as `most + 1`
 */
export function editDistance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    let least = i
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1]
      let cost = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (isSame ? 0 : 1))
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) {
        cost = Math.min(cost, (before[j - 2] ?? 0) + 1)
      }
      row.push(cost)
      least = Math.min(least, cost)
    }
    if (least > most) return most + 1
    before = last
    last = row
  }
  return Math.min(last[other.length] ?? 0, most + 1)
}

/** Spellings of English sounds, in the order in which they are replaced. */
const SOUNDS: readonly (readonly [RegExp, string])[] = [
  [/^(?:kn|gn|pn)/, 'n'],
  [/^wr/, 'r'],
  [/^wh/, 'w'],
  [/^x/, 's'],
  [/ph/g, 'f'],
  [/tch|ch|sh|sch|(?:ti|ci|si)(?=[ao])/g, 'x'],
  [/dg(?=[eiy])|g(?=[eiy])/g, 'j'],
  [/ck|c(?![eiy])|q/g, 'k'],
  [/[cz]/g, 's'],
  [/gh/g, ''],
  [/th/g, 't'],
  // Recognized speech confuses these.
  [/w/g, 'v'],
  [/d/g, 't'],
  [/b/g, 'p'],
  [/x/g, 'k'],
]

/**
 * Key of a word by its sound: consonants in order, with equal keys for similar ones, and `a` for an initial vowel. Empty
 * for words beyond Latin letters.
 */
export function soundKey(word: string): string {
  if (!/^[a-z]+$/.test(word)) return ''
  let key = word
  for (const [spelling, sound] of SOUNDS) key = key.replace(spelling, sound)
  const isVowelFirst = /^[aeiou]/.test(key)
  const consonants = key.replace(/[aeiouyh]/g, '').replace(/(.)\1+/g, '$1')
  return (isVowelFirst ? 'a' : '') + consonants
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

/** All words of ASCII letters at an edit distance of 1, each once: about 54 for each letter. */
export function wordsAtDistanceOne(word: string): string[] {
  const words = new Set<string>()
  for (let at = 0; at <= word.length; at++) {
    const [head, tail] = [word.slice(0, at), word.slice(at)]
    for (const letter of LETTERS) {
      words.add(head + letter + tail)
      if (tail !== '') words.add(head + letter + tail.slice(1))
    }
    if (tail !== '') words.add(head + tail.slice(1))
    if (tail.length > 1) words.add(head + tail.charAt(1) + tail.charAt(0) + tail.slice(2))
  }
  words.delete(word)
  return [...words]
}
