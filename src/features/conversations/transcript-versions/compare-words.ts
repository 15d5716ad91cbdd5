/**
 * Compares the words of two texts (Myers, "An O(ND) Difference Algorithm and Its Variations"). The number of steps is
 * limited, so that no input takes long: without enough steps, only equal words at both ends are found.
 */

export interface TextPart {
  /** `same`: in both texts. `removed`: only in the first one. `added`: only in the second one. */
  kind: 'same' | 'removed' | 'added'
  text: string
}

/** Steps that are left for all texts of a page. */
export interface StepBudget {
  steps: number
}

/** Maximum number of differences between two texts for which all equal words are found. */
const DIFFERENCES_MAX = 400

/** Words, spaces, and single characters of other kinds and of scripts without spaces. Each character is in one token. */
const TOKEN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|\s+|[^\s\p{P}\p{S}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+|[\s\S]/gu

const toTokens = (text: string): string[] => text.match(TOKEN) ?? []

/** @returns parts whose `same` and `removed` texts are `before`, and whose `same` and `added` texts are `after` */
export function compareWords(before: string, after: string, budget: StepBudget): TextPart[] {
  const [old, now] = [toTokens(before), toTokens(after)]
  let head = 0
  while (head < old.length && head < now.length && old[head] === now[head]) head++
  let tail = 0
  const longest = Math.min(old.length, now.length) - head
  while (tail < longest && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail++
  const parts = createParts()
  parts.keep(old.slice(0, head))
  const [oldMiddle, nowMiddle] = [old.slice(head, old.length - tail), now.slice(head, now.length - tail)]
  let [i, j] = [0, 0]
  for (const [x, y] of findEqualTokens(oldMiddle, nowMiddle, budget)) {
    parts.replace(oldMiddle.slice(i, x), nowMiddle.slice(j, y))
    parts.keep(oldMiddle.slice(x, x + 1))
    ;[i, j] = [x + 1, y + 1]
  }
  parts.replace(oldMiddle.slice(i), nowMiddle.slice(j))
  parts.keep(old.slice(old.length - tail))
  return parts.finish()
}

/** Collects parts. Spaces between two changes belong to both changes. */
function createParts() {
  const parts: TextPart[] = []
  let [removed, added, space] = ['', '', '']
  const push = (kind: TextPart['kind'], text: string) => {
    if (text === '') return
    const last = parts.at(-1)
    if (last?.kind === kind) last.text += text
    else parts.push({ kind, text })
  }
  const flush = () => {
    push('removed', removed)
    push('added', added)
    push('same', space)
    ;[removed, added, space] = ['', '', '']
  }
  return {
    keep(tokens: readonly string[]) {
      const text = tokens.join('')
      if (text === '') return
      if (removed + added !== '' && text.trim() === '') {
        space += text
        return
      }
      flush()
      push('same', text)
    },
    replace(old: readonly string[], now: readonly string[]) {
      if (old.length + now.length === 0) return
      removed += space + old.join('')
      added += space + now.join('')
      space = ''
    },
    finish() {
      flush()
      return parts
    },
  }
}

/** Positions of equal tokens in both lists, in order. Empty if there are too many differences. */
function findEqualTokens(
  before: readonly string[],
  after: readonly string[],
  budget: StepBudget,
): (readonly [number, number])[] {
  const [n, m] = [before.length, after.length]
  if (n === 0 || m === 0) return []
  const limit = Math.min(DIFFERENCES_MAX, n + m)
  const furthest = new Int32Array(2 * limit + 3)
  const at = (k: number) => k + limit + 1
  const history: Int32Array[] = []
  for (let d = 0; d <= limit; d++) {
    history.push(furthest.slice(at(-d) - 1, at(d) + 2))
    for (let k = -d; k <= d; k += 2) {
      const down = k === -d || (k !== d && (furthest[at(k - 1)] ?? 0) < (furthest[at(k + 1)] ?? 0))
      let x = down ? (furthest[at(k + 1)] ?? 0) : (furthest[at(k - 1)] ?? 0) + 1
      const start = x
      while (x < n && x - k < m && before[x] === after[x - k]) x++
      furthest[at(k)] = x
      budget.steps -= 1 + x - start
      if (x >= n && x - k >= m) return traceBack(history, d, n, m)
    }
    if (budget.steps < 0) return []
  }
  return []
}

/** @param history furthest points before each number of differences `d`, for the diagonals `-d - 1` to `d + 1` */
function traceBack(
  history: readonly Int32Array[],
  differences: number,
  n: number,
  m: number,
): (readonly [number, number])[] {
  const pairs: (readonly [number, number])[] = []
  let [x, y] = [n, m]
  for (let d = differences; d >= 0; d--) {
    const furthest = history[d] ?? new Int32Array()
    const get = (k: number) => furthest[k + d + 1] ?? 0
    const k = x - y
    const down = k === -d || (k !== d && get(k - 1) < get(k + 1))
    const previous = down ? k + 1 : k - 1
    const [fromX, fromY] = d === 0 ? [0, 0] : [get(previous), get(previous) - previous]
    while (x > fromX && y > fromY) pairs.push([--x, --y])
    ;[x, y] = [fromX, fromY]
  }
  return pairs.reverse()
}
