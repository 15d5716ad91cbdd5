/** Answer over all conversations without a language model: counts and quotes. */
import { stemWord } from '../../../core/stems.ts'
import { isSmallWord, splitWords } from '../../../core/terms.ts'
import { isTalk } from '../../text/extractive-summary/index.ts'
import { classifyQuestion } from '../answers/index.ts'
import { formatDay, formatSourceTitle, type GatheredFindings, type Marks, type SourceStatement } from './findings.ts'

/** Maximum number of quoted conversations, and of further conversations listed by title. The rest is counted. */
const QUOTED_MAX = 25
const NAMED_MAX = 50
const calls = (n: number) => (n === 1 ? '1 call' : `${n} calls`)

/** First line of every answer, with counts computed by Parley, never by a model. */
export function composeHeadline({ question, says, read }: GatheredFindings): string {
  const saying = says.filter(({ kind }) => kind === 'conversation')
  const sources = says.length - saying.length
  const documents = sources === 1 ? '1 source of the knowledge base' : `${sources} sources of the knowledge base`
  if (read === 0 && sources === 0) return 'None of the selected calls has a readable transcript.'
  if (read === 0) return `Found in ${documents}.`
  if (saying.length === 0) {
    const none = read === 1 ? 'Not found in the call that was read' : `Found in none of the ${calls(read)}`
    return sources === 0 ? `${none}.` : `${none}, but in ${documents}.`
  }
  const range = formatDateRange(saying)
  if (saying.length === read && classifyQuestion(question) === 'whole')
    return `Overview of ${calls(read)}${range}${sources === 0 ? '' : `, and of ${documents}`}.`
  const found = read === 1 ? '1 call' : `${saying.length} of ${calls(read)}`
  return `Found in ${found}${range}${sources === 0 ? '' : `, and in ${documents}`}.`
}

function formatDateRange(saying: readonly SourceStatement[]): string {
  const days = saying.flatMap(({ at }) => (at === null ? [] : [at])).toSorted()
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined || saying.length < 2) return ''
  return formatDay(first) === formatDay(last)
    ? `, all on ${formatDay(first)}`
    : `, from ${formatDay(first)} to ${formatDay(last)}`
}

export function composed(found: GatheredFindings, marks: Marks): string {
  const { says } = found
  // Quotes the conversations with the highest scores, in the original order.
  const surest = new Set(says.toSorted((a, b) => b.worth - a.worth).slice(0, QUOTED_MAX))
  const quoted = says.filter((one) => surest.has(one))
  const named = says.filter((one) => !surest.has(one)).slice(0, NAMED_MAX)
  const rest = says.length - quoted.length - named.length
  const common = inCommon(found)
  const lines = quoted.map((one) => {
    return `- ${formatSourceTitle(one)}: ${joinNotes(one.notes.map(({ text, items }) => `${text} ${marks.of(items)}`.trim()))}`
  })
  const others = named.map((one) =>
    `${formatSourceTitle(one)} ${marks.of(one.notes[0]?.items.slice(0, 1) ?? [])}`.trim(),
  )
  return [
    composeHeadline(found),
    ...(common === '' ? [] : [common]),
    ...(lines.length === 0 ? [] : [lines.join('\n')]),
    ...(others.length === 0 ? [] : [`Also: ${others.join('; ')}${rest > 0 ? `; and ${rest} more` : ''}.`]),
  ].join('\n\n')
}

/** Separates notes without an ending, such as names of participants. */
const joinNotes = (notes: readonly string[]): string =>
  notes.reduce((all, note) => `${all}${/[\p{L}\p{N})]$/u.test(all) ? '; ' : ' '}${note}`)

/** Minimum number of conversations before common words are counted, and that must share a word. */
const COUNTED_MIN = 4
const SHARED_MIN = 3
const COMMON_MAX = 6
/** Lists words that several answers use and that aren't in the question. */
function inCommon({ question, says }: GatheredFindings): string {
  const saying = says.filter(({ kind }) => kind === 'conversation')
  if (saying.length < COUNTED_MIN) return ''
  const asked = new Set(splitWords(question).map(stemWord))
  const used = new Map<string, { by: number; forms: Map<string, number> }>()
  for (const { notes } of saying) {
    const words = notes.flatMap(({ quotes }) => quotes.flatMap(splitWords))
    const own = new Set<string>()
    for (const word of words) {
      const stem = stemWord(word)
      if (word.length < 4 || isSmallWord(word) || /\d/.test(word) || asked.has(stem) || isTalk(stem)) continue
      const entry = used.get(stem) ?? { by: 0, forms: new Map<string, number>() }
      entry.forms.set(word, (entry.forms.get(word) ?? 0) + 1)
      if (!own.has(stem)) entry.by++
      own.add(stem)
      used.set(stem, entry)
    }
  }
  const most = [...used.values()]
    .filter(({ by }) => by >= Math.max(SHARED_MIN, saying.length * 0.15))
    .toSorted((a, b) => b.by - a.by)
    .slice(0, COMMON_MAX)
  if (most.length === 0) return ''
  const told = most.map(({ by, forms }) => `${[...forms].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? ''} (${by})`)
  return `Words that several of these calls share: ${told.join(', ')}.`
}
