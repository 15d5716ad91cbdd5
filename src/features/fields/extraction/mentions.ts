/** Spans of a conversation that can be values, with their kinds. Found once for all fields. */
import { isSmallWord, splitWords } from '../../../core/terms.ts'
import { findNamedEntities, type NamedEntityType } from '../../text/named-entities/index.ts'
import { findDates } from './dates.ts'
import type { FieldIntent, ValueKind } from './field-intent.ts'
import { findNumberSpans } from './numbers.ts'
import { sentenceAt, type TranscriptView, type TurnSentence, type ViewToken, type ViewTurn } from './transcript-view.ts'

export interface Mention {
  readonly turn: ViewTurn
  readonly sentence: TurnSentence
  readonly from: number
  readonly to: number
  readonly kind: ValueKind
  /** Verbatim text. */
  readonly text: string
  /** Folded words. */
  readonly words: readonly string[]
  /** Numeric value. Money is in the main unit of its currency, so that cents are hundredths. */
  readonly number?: number
  /** Date as `YYYY-MM-DD`, if the mention is an unambiguous day. */
  readonly day?: string
  readonly weekday?: number
  /** Whether an assignment precedes the mention, such as "is" or ":". */
  readonly told?: boolean
  /** Whether the number is an ordinal, such as "third" or "3rd". */
  readonly ordinal?: boolean
  /** Whether the speaker introduces themselves with this name. */
  readonly selfNamed?: boolean
  /** Entity type of a name, derived from all mentions. */
  readonly thing?: NamedEntityType
  /** Preposition directly before the mention. */
  readonly preposition?: string
}

const EMAIL = /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}/gu
const URL =
  /\b(?:https?:\/\/|www\.)[^\s<>"']{3,200}|\b[a-z0-9-]{2,63}(?:\.[a-z0-9-]{2,63}){0,3}\.(?:com|org|net|io|co|ai|dev|app|gov|edu|de|uk|fr|eu)\b(?:\/[^\s<>"']{0,200})?/gi
const PHONE =
  /(?<![\p{L}\p{N}])(?:\+\d{1,3}[ .-]?)?(?:\(\d{2,4}\)[ .-]?|\d{2,4}[ .-])\d{3,4}[ .-]?\d{3,4}(?![\p{L}\p{N}])/gu
const TIME =
  /(?<![\p{L}\p{N}.,:$])(?:[01]?\d|2[0-3])(?::[0-5]\d)?\s?(?:a\.?m\.?|p\.?m\.?|o['’]?clock)(?![\p{L}\p{N}])|(?<![\p{L}\p{N}.,:$])(?:[01]?\d|2[0-3]):[0-5]\d(?![\p{L}\p{N}:])|\b(?:noon|midnight|midday)\b/giu
const CODE =
  /(?<![\p{L}\p{N}])(?=[\p{L}-]{0,12}\d)(?=[\d-]{0,12}\p{Lu})[\p{Lu}\d]{1,8}(?:-?[\p{Lu}\d]{1,12}){1,4}(?![\p{L}\p{N}])/gu
const CURRENCY_AFTER =
  /^\s?(?:us )?(dollars?|bucks?|usd|euros?|eur|pounds?|gbp|quid|credits?|cents?|pence|€|£)(?![\p{L}])/iu
const SYMBOL_BEFORE = /(?:[$€£¥]|\bUSD|\bEUR|\bGBP)\s?$/u
const PERCENT_AFTER = /^\s?(?:%|percent\b|per cent\b)/i
const UNIT_OF_TIME = /^[\s-]?(?:seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|weeks?|months?|quarters?|years?)\b/i
const SELF_NAMING =
  /(?:\b(?:my (?:full |first |last )?name(?:['’]?s| is)|i(?:['’]m| am)|this is|it(?:['’]s| is)|call me|names?(?: is|['’]s)?|under(?: the name)?(?: of)?)|^(?:hi|hello|hey)[,!. ]{1,3})[\s:,-]{0,3}$/i
const PREPOSITIONS = new Set([
  'from',
  'to',
  'at',
  'in',
  'on',
  'for',
  'with',
  'by',
  'until',
  'till',
  'of',
  'through',
  'via',
  'near',
  'about',
  'into',
])
const EDGES = new Set([
  ...PREPOSITIONS,
  'and',
  'but',
  'or',
  'so',
  'because',
  'then',
  'please',
  'if',
  'when',
  'as',
  'i',
  "i'm",
  "i'd",
  "i'll",
  'we',
  'you',
  'that',
  'which',
  'who',
  'is',
  'are',
  'was',
])
const ARTICLES = new Set(['a', 'an', 'the', 'my', 'our', 'your', 'his', 'her', 'their', 'some', 'any'])
const COPULAS = new Set(['is', 'was', 'are', 'were', 'be', "it's", "that's", 'called', 'named'])
/** Maximum lengths of answers that are values rather than sentences, and of phrases. */
const ANSWER_WORDS = 8
const ANSWER_LETTERS = 400
const PHRASE_WORDS = 5
const PHRASE_LETTERS = 200
const LEADING =
  /^(?:[\s,.!:–-]*(?:yes|yeah|yep|sure|ok|okay|alright|well|oh|ah|um+|uh+|hm+|hi|hello|hey|thanks|thank you|right|so|and|of course|certainly|absolutely|please|great|perfect|actually|sorry|it['’]?s|it is|its|that['’]?s|that is|that would be|it would be|would be|this is|i think|i guess|i believe|probably|maybe|my name['’]?s|my (?:\p{L}+ ){1,3}(?:is|was)|the (?:\p{L}+ ){1,3}(?:is|was)|name['’]?s|names?|i['’]?m|i am|i(?:['’]d| would) (?:like|prefer|love)(?: to)?|i(?:['’]ll| will) take|i want(?: to)?|i need(?: to)?|we(?:['’]d| would) (?:like|prefer)|let['’]?s (?:say|do|go with)|how about|what about|make it|just|around|about|at|in|on|from|to|for|by|the|a|an)(?=[\s,.!:'’–-]|$))+[\s,.!:–-]*/iu
const TRAILING =
  /(?:[\s,.!?;:–-]+(?:please|thanks|thank you|if possible|sir|madam|for me|right now|i think|i guess|ok|okay))*[\s,.!?;:–-]*$/i

/**
 * Finds mentions. Names, phrases and sentences are only searched for text fields, and entities only if a field needs
 * them.
 */
export function findMentions(talk: TranscriptView, wanted: readonly FieldIntent[]): Mention[] {
  const texts = wanted.filter(({ field }) => field.responseType === 'text')
  if (texts.length === 0) return talk.turns.flatMap((turn) => preciseIn(turn, talk.saidOn))
  const asksForThings = texts.some(({ person, organization, place }) => person || organization || place)
  const things = asksForThings ? findEntities(talk) : new Map<ViewTurn, readonly EntitySpan[]>()
  return talk.turns.flatMap((turn, at) => {
    const answers = at > 0
    const precise = preciseIn(turn, talk.saidOn)
    const names = namesIn(turn, things.get(turn) ?? [])
    return [...precise, ...names, ...phrasesIn(turn), ...(answers ? answersIn(turn) : []), ...clausesIn(turn)]
  })
}

interface EntitySpan {
  readonly from: number
  readonly to: number
  readonly type: NamedEntityType
}

const NAMES: ReadonlySet<NamedEntityType> = new Set(['person', 'company', 'product', 'place', 'event', 'other'])

/** Finds named entities in the whole conversation, because a single mention doesn't determine the type. */
function findEntities({ turns, segments }: TranscriptView): ReadonlyMap<ViewTurn, readonly EntitySpan[]> {
  const at = new Map(
    turns.flatMap((turn) => turn.pieces.map((piece) => [piece.segment, { turn, from: piece.from }] as const)),
  )
  const found = new Map<ViewTurn, EntitySpan[]>()
  const people = [...new Set(segments.map(({ speaker }) => speaker.name))].filter((name) => name !== '')
  for (const { type, places } of findNamedEntities(segments, { people, addresses: [] })) {
    if (!NAMES.has(type)) continue
    for (const { segment, from, to } of places) {
      const place = at.get(segment)
      if (place === undefined) continue
      const all = found.get(place.turn) ?? []
      all.push({ from: place.from + from, to: place.from + to, type })
      found.set(place.turn, all)
    }
  }
  return found
}

type BareMention = Omit<Mention, 'turn' | 'sentence' | 'text' | 'words' | 'preposition' | 'told'>

function toMentions(turn: ViewTurn, bare: BareMention): Mention[] {
  const sentence = sentenceAt(turn, bare.from)
  if (sentence === undefined) return []
  const before = tokenBefore(turn, sentence, bare.from)
  const preposition = before !== undefined && PREPOSITIONS.has(before.word) ? before.word : undefined
  const between = turn.text.slice(before?.to ?? sentence.from, bare.from)
  const text = turn.text.slice(bare.from, bare.to)
  const told = (before !== undefined && COPULAS.has(before.word)) || /[:=]\s*["'“]?$/.test(between)
  return [
    {
      ...bare,
      ...{ turn, sentence, text, words: splitWords(text) },
      ...(preposition === undefined ? {} : { preposition }),
      ...(told ? { told } : {}),
    },
  ]
}

/** Returns the last word before an offset in its sentence, skipping articles. */
function tokenBefore(turn: ViewTurn, sentence: TurnSentence, offset: number): ViewToken | undefined {
  for (let at = sentence.last - 1; at >= sentence.first; at--) {
    const token = turn.tokens[at] as ViewToken
    if (token.to <= offset && !ARTICLES.has(token.word)) return token
  }
  return undefined
}

/** Finds mentions with a distinctive form. Earlier patterns take precedence for overlapping text. */
function preciseIn(turn: ViewTurn, saidOn: Date | null): Mention[] {
  const { text } = turn
  const taken = new Uint8Array(text.length)
  const bare: BareMention[] = []
  const claim = (one: BareMention) => {
    if (taken.subarray(one.from, one.to).includes(1)) return
    taken.fill(1, one.from, one.to)
    bare.push(one)
  }
  const claimMatches = (pattern: RegExp, kind: ValueKind) => {
    for (const match of text.matchAll(pattern)) claim({ from: match.index, to: match.index + match[0].length, kind })
  }
  claimMatches(EMAIL, 'email')
  claimMatches(URL, 'url')
  if (/\d/.test(text)) {
    claimMatches(PHONE, 'phone')
    claimMatches(CODE, 'code')
  }
  claimMatches(TIME, 'time')
  for (const { from, to, value, ordinal } of findNumberSpans(turn)) {
    const symbol = SYMBOL_BEFORE.exec(text.slice(Math.max(0, from - 5), from))?.[0]
    const after = text.slice(to, to + 14)
    const currency = CURRENCY_AFTER.exec(after)
    if (symbol !== undefined || currency !== null) {
      const isCents = symbol === undefined && /^(?:cents?|pence)$/i.test(currency?.[1] ?? '')
      claim({
        from: from - (symbol?.length ?? 0),
        to: to + (currency?.[0].length ?? 0),
        // ".30 cents" means 30 cents.
        ...{ kind: 'money', number: isCents && value >= 1 ? value / 100 : value },
      })
      continue
    }
    const percent = PERCENT_AFTER.exec(after)
    if (percent !== null) claim({ from, to: to + percent[0].length, kind: 'percent', number: value })
    const unit = percent === null && !ordinal ? UNIT_OF_TIME.exec(after) : null
    if (unit !== null) claim({ from, to: to + unit[0].length, kind: 'duration', number: value })
  }
  for (const { from, to, day, weekday } of findDates(text, saidOn)) {
    claim({ from, to, kind: 'date', ...(day === null ? {} : { day }), ...(weekday === null ? {} : { weekday }) })
  }
  for (const { from, to, value, ordinal } of findNumberSpans(turn)) {
    claim({ from, to, kind: 'number', number: value, ...(ordinal ? { ordinal } : {}) })
  }
  return bare.flatMap((one) => toMentions(turn, one))
}

const WITHIN_NAME = /^(?:[ ]|\. |[ ]?[&+-][ ]?|['’] ?)$/
const POSSESSIVE = /['’]s$/
const LINKING = new Set(['of', 'the', 'and', 'de', 'van', 'von', 'der', 'la', 'on', 'for'])

/** Finds consecutive capitalized words. Excludes words that are capitalized only at the start of a sentence. */
function namesIn(turn: ViewTurn, things: readonly EntitySpan[]): Mention[] {
  const found: Mention[] = []
  const typed = new Map(things.map(({ from, to, type }) => [`${from} ${to}`, type]))
  const add = (from: number, to: number) => {
    const before = turn.text.slice(Math.max(0, from - 40), from)
    const thing = typed.get(`${from} ${to}`)
    typed.delete(`${from} ${to}`)
    found.push(
      ...toMentions(turn, {
        ...{ from, to, kind: 'name' },
        ...(SELF_NAMING.test(before) ? { selfNamed: true } : {}),
        ...(thing === undefined ? {} : { thing }),
      }),
    )
  }
  const { tokens, text } = turn
  const beginnings = new Set(turn.sentences.map((sentence) => sentence.first))
  const lower = new Set(tokens.flatMap(({ word, capital }) => (capital ? [] : [word])))
  for (let at = 0; at < tokens.length; at++) {
    const first = tokens[at] as ViewToken
    const isBeginning = beginnings.has(at)
    if (!isName(first, isBeginning, lower)) continue
    let last = at
    for (let next = at + 1; next < tokens.length && next < at + 10; next++) {
      const gap = text.slice((tokens[next - 1] as ViewToken).to, (tokens[next] as ViewToken).from)
      const token = tokens[next] as ViewToken
      if (gap === '. ' && !/^(?:dr|mr|mrs|ms|prof|st|\p{L})$/u.test((tokens[next - 1] as ViewToken).word)) break
      if (!WITHIN_NAME.test(gap)) break
      if (token.capital && !/^(?:I|I['’].*)$/.test(text.slice(token.from, token.to))) last = next
      else if (!LINKING.has(token.word)) break
    }
    for (const [low, high] of listCandidateRuns(tokens, at, last)) {
      const from = (tokens[low] as ViewToken).from
      const whole = (tokens[high] as ViewToken).to
      const to = POSSESSIVE.test(text.slice(from, whole)) ? whole - 2 : whole
      add(from, to)
    }
    at = last
  }
  for (const { from, to } of things) if (typed.has(`${from} ${to}`)) add(from, to)
  return found
}

/** "Forbes and Murray" can be one place or two people: yields the whole run and the parts on both sides of "and". */
function listCandidateRuns(tokens: readonly ViewToken[], first: number, last: number): [number, number][] {
  const seams = Array.from({ length: last - first }, (_, at) => first + at).filter((at) => tokens[at]?.word === 'and')
  if (seams.length === 0) return [[first, last]]
  const parts = [...seams, last + 1].map((seam, at): [number, number] => [
    at === 0 ? first : (seams[at - 1] as number) + 1,
    seam - 1,
  ])
  return [[first, last], ...parts.filter(([low, high]) => low <= high)]
}

function isName(token: ViewToken, isBeginning: boolean, lower: ReadonlySet<string>): boolean {
  if (!token.capital || /^i(?:$|')/.test(token.word)) return false
  if (!isBeginning) return !HESITATIONS.has(token.word)
  return token.word.length > 1 && !isSmallWord(token.word) && !lower.has(token.word) && !COMMON_STARTS.has(token.word)
}

const HESITATIONS = new Set(['uh', 'um', 'uhm', 'mm', 'hmm', 'ah', 'oh', 'er'])

const COMMON_STARTS = new Set(
  `ok okay yes no yeah yep sure hi hello hey thanks thank great good well please now also oh alright right perfect sorry not
  just maybe actually let lets let's don't it's that's what's i'm i'd i'll we're we'll there here how ah um so very see look
  looks sounds tell can could would unfortunately excellent goodbye bye welcome again only try book make paid`.split(
    /\s+/,
  ),
)

/** Finds phrases after a preposition or an assignment: a few words up to the next boundary. */
function phrasesIn(turn: ViewTurn): Mention[] {
  const { tokens, text } = turn
  const found: Mention[] = []
  for (const sentence of turn.sentences) {
    for (let at = sentence.first; at < sentence.last - 1; at++) {
      const token = tokens[at] as ViewToken
      const next = tokens[at + 1] as ViewToken
      const opens =
        PREPOSITIONS.has(token.word) || COPULAS.has(token.word) || /[:=]/.test(text.slice(token.to, next.from))
      if (!opens && !/['’]s$/.test(token.word)) continue
      const begin = at + 1
      let last = begin
      while (last < sentence.last && last < begin + PHRASE_WORDS) {
        const one = tokens[last] as ViewToken
        if (EDGES.has(one.word) && !(one.word === 'and' && isPair(tokens, last, sentence.last))) break
        if (last > begin && /[,.;:!?–—()]/.test(text.slice((tokens[last - 1] as ViewToken).to, one.from))) break
        last++
      }
      let first = begin
      while (first < last && ARTICLES.has((tokens[first] as ViewToken).word)) first++
      if (first === last) continue
      const [from, to] = [(tokens[first] as ViewToken).from, (tokens[last - 1] as ViewToken).to]
      if (to - from > PHRASE_LETTERS) continue
      const before = text.slice(Math.max(0, from - 40), from)
      found.push(
        ...toMentions(turn, { from, to, kind: 'phrase', ...(SELF_NAMING.test(before) ? { selfNamed: true } : {}) }),
      )
    }
  }
  return found
}

/** Whether "and" joins a pair, as in "Forbes and Murray" or "5th and main". */
const isPair = (tokens: readonly ViewToken[], at: number, last: number) => {
  const [before, after] = [tokens[at - 1], tokens[at + 1]]
  return (
    before !== undefined &&
    after !== undefined &&
    at + 1 < last &&
    !EDGES.has(after.word) &&
    (before.capital || /\d/.test(before.word))
  )
}

/** Finds sentences that can answer a preceding question, without fillers at their start and end. */
function answersIn(turn: ViewTurn): Mention[] {
  return turn.sentences.slice(0, 6).flatMap((sentence) => {
    if (sentence.last - sentence.first > ANSWER_WORDS + 6 || sentence.to - sentence.from > ANSWER_LETTERS) return []
    const said = turn.text.slice(sentence.from, sentence.to)
    const lead = LEADING.exec(said)?.[0].length ?? 0
    const trail = TRAILING.exec(said.slice(lead))?.[0].length ?? 0
    let [from, to] = [sentence.from + lead, sentence.to - trail]
    while (from < to && /[\s"'“‘(]/.test(turn.text[from] ?? '')) from++
    while (to > from && /[\s"'”’)]/.test(turn.text[to - 1] ?? '')) to--
    const words = turn.tokens.slice(sentence.first, sentence.last).filter((one) => one.from >= from && one.to <= to)
    if (words.length === 0 || words.length > ANSWER_WORDS) return []
    const selfNamed = SELF_NAMING.test(turn.text.slice(sentence.from, from))
    return toMentions(turn, { from, to, kind: 'answer', ...(selfNamed ? { selfNamed } : {}) })
  })
}

const CLAUSE_LETTERS = 600

function clausesIn(turn: ViewTurn): Mention[] {
  const found: Mention[] = []
  const trimmed = (from: number, to: number): [number, number] => {
    let [low, high] = [from, to]
    while (low < high && /\s/.test(turn.text[low] ?? '')) low++
    while (high > low && /\s/.test(turn.text[high - 1] ?? '')) high--
    return [low, high]
  }
  for (const { from, to, first, last } of turn.sentences) {
    if (last - first < 2 || to - from > CLAUSE_LETTERS) continue
    const [low, high] = trimmed(from, to)
    found.push(...toMentions(turn, { from: low, to: high, kind: 'clause' }))
  }
  const [low, high] = trimmed(0, turn.text.length)
  if (turn.sentences.length > 1 && high - low <= CLAUSE_LETTERS) {
    found.push(...toMentions(turn, { from: low, to: high, kind: 'clause' }))
  }
  return found
}
