/** Mentions of picklist options: the whole option, words that only one option has, or words with a typo. */
import { WEEKDAYS } from '../../../core/calendar-words.ts'
import { editDistance } from '../../../core/near-words.ts'
import { stemWord } from '../../../core/stems.ts'
import { splitWords } from '../../../core/terms.ts'
import type { Mention } from './mentions.ts'
import type { ExtractionField } from './model.ts'
import { sentenceAt, type TranscriptView, type ViewToken, type ViewTurn } from './transcript-view.ts'

export interface OptionMention {
  readonly option: string
  readonly turn: ViewTurn
  readonly sentence: NonNullable<ReturnType<typeof sentenceAt>>
  readonly from: number
  readonly to: number
  /** 1 for the whole option; lower for a part that no other option has. */
  readonly strength: number
}

const WEEKDAY_STEMS = WEEKDAYS.map(stemWord)
const PART = 0.75
const TYPO = 0.85

interface OptionPattern {
  readonly option: string
  readonly stems: readonly string[]
  /** Stems that only this option has. */
  readonly own: ReadonlySet<string>
  readonly squashed: string
}

/** @param dates mentions of days, which can match options by their weekday */
export function optionMentions(
  talk: TranscriptView,
  field: ExtractionField,
  dates: readonly Mention[],
): OptionMention[] {
  const patterns = createOptionPatterns(field.options)
  const byFirst = new Map<string, { pattern: OptionPattern; strength: number }[]>()
  const put = (stem: string, pattern: OptionPattern, strength: number) => {
    const all = byFirst.get(stem) ?? []
    if (!all.some((one) => one.pattern === pattern)) byFirst.set(stem, [...all, { pattern, strength }])
  }
  for (const pattern of patterns) {
    if (pattern.stems[0] !== undefined) put(pattern.stems[0], pattern, 1)
    for (const stem of pattern.own) put(stem, pattern, 1)
  }
  for (const said of talk.vocabulary.keys()) {
    if (said.length < 5) continue
    for (const pattern of patterns) {
      for (const stem of pattern.own) if (isTypo(said, stem)) put(said, pattern, TYPO)
    }
  }
  const found: OptionMention[] = []
  for (const turn of talk.turns) {
    for (let at = 0; at < turn.tokens.length; at++) {
      const token = turn.tokens[at] as ViewToken
      for (const { pattern, strength } of [...(byFirst.get(token.stem) ?? []), ...matchSquashed(turn, at, patterns)]) {
        const length = countMatchedWords(turn, at, pattern)
        const isWhole = length > 0
        const last = turn.tokens[at + Math.max(1, length) - 1] as ViewToken
        if (!isWhole && !isOwn(pattern, token, strength)) continue
        const sentence = sentenceAt(turn, token.from)
        if (sentence === undefined) continue
        const to = strength === 1 || isWhole ? last.to : token.to
        const full = isWhole ? 1 : pattern.stems.length === 1 ? strength : PART * strength
        found.push({ option: pattern.option, turn, sentence, from: token.from, to, strength: full })
      }
    }
  }
  return [...selectLongest(found), ...byWeekday(field.options, dates)]
}

function createOptionPatterns(options: readonly string[]): OptionPattern[] {
  const all = options.map((option) => ({ option, stems: splitWords(option).map(stemWord) }))
  const counts = new Map<string, number>()
  for (const { stems } of all) for (const stem of new Set(stems)) counts.set(stem, (counts.get(stem) ?? 0) + 1)
  return all.map(({ option, stems }) => ({
    ...{ option, stems, squashed: splitWords(option).join('') },
    own: new Set(stems.filter((stem) => counts.get(stem) === 1 && (stem.length >= 4 || stems.length === 1))),
  }))
}

/** Number of words from here on that match the whole option, or 0. */
function countMatchedWords(turn: ViewTurn, at: number, { stems, squashed }: OptionPattern): number {
  if (stems.length > 0 && stems.every((stem, index) => turn.tokens[at + index]?.stem === stem)) return stems.length
  let letters = ''
  for (let count = 1; count <= 4; count++) {
    const token = turn.tokens[at + count - 1]
    if (token === undefined) return 0
    letters += token.word.replaceAll("'", '')
    if (letters === squashed && squashed.length >= 4) return count
    if (!squashed.startsWith(letters)) return 0
  }
  return 0
}

/** Matches options with different word boundaries: "Shady side Inn" for "Shadyside Inn". */
function matchSquashed(
  turn: ViewTurn,
  at: number,
  patterns: readonly OptionPattern[],
): { pattern: OptionPattern; strength: number }[] {
  const word = turn.tokens[at]?.word ?? ''
  if (word.length < 3) return []
  return patterns
    .filter(
      (one) =>
        one.squashed.length > word.length && one.squashed.startsWith(word) && countMatchedWords(turn, at, one) > 1,
    )
    .map((pattern) => ({ pattern, strength: 1 }))
}

const isOwn = ({ own, stems }: OptionPattern, token: ViewToken, strength: number) =>
  strength < 1 || own.has(token.stem) || (stems.length === 1 && stems[0] === token.stem)

/** Keeps the longest of overlapping mentions. */
function selectLongest(found: readonly OptionMention[]): OptionMention[] {
  const kept: OptionMention[] = []
  const computeLength = ({ from, to, strength }: OptionMention) => to - from + strength
  for (const one of found.toSorted(
    (a, b) => a.turn.at - b.turn.at || a.from - b.from || computeLength(b) - computeLength(a),
  )) {
    const last = kept.at(-1)
    if (last === undefined || last.turn !== one.turn || one.from >= last.to) kept.push(one)
    else if (computeLength(one) > computeLength(last)) kept[kept.length - 1] = one
  }
  return kept
}

/** Maps dates to weekday options, for example "tomorrow" to Friday. */
function byWeekday(options: readonly string[], dates: readonly Mention[]): OptionMention[] {
  const names = options.map((option) => WEEKDAY_STEMS.indexOf(stemWord(splitWords(option)[0] ?? '')))
  if (names.filter((one) => one >= 0).length < 3) return []
  return dates.flatMap(({ turn, sentence, from, to, weekday, text }) => {
    const option = options[names.indexOf(weekday ?? -1)]
    const isNamed = WEEKDAY_STEMS.some((name) => splitWords(text).map(stemWord).includes(name))
    return option === undefined || isNamed ? [] : [{ option, turn, sentence, from, to, strength: PART }]
  })
}

/** Whether a word differs by one edit (insertion, deletion, substitution, transposition), or two in long words. */
function isTypo(said: string, stem: string): boolean {
  if (said === stem || stem.length < 5 || said[0] !== stem[0]) return false
  const most = stem.length >= 9 ? 2 : 1
  if (Math.abs(said.length - stem.length) > most) return false
  return editDistance(said, stem, most) <= most
}
