/**
 * Signals (features) that a span of a conversation is the value of a field, about −1 to 1. Their weights are trained
 * (`weights.json`, `npm run train:fields`). Signals don't contain words of conversations.
 */
import { splitWords } from '../../../core/terms.ts'
import type { FieldCandidate } from './candidate.ts'
import { type FieldContext, getSentenceText, type PrecedingQuestion } from './context.ts'
import { type FieldIntent, isWantedThing, sideOfSpeaker } from './field-intent.ts'
import { type ExtractionSignal, SIGNALS } from './signal-names.ts'
import type { TranscriptView, ViewToken, ViewTurn } from './transcript-view.ts'

export { type ExtractionSignal, SIGNALS } from './signal-names.ts'

export const WIDTH = SIGNALS.length
const COLUMN = new Map<string, number>(SIGNALS.map((name, at) => [name, at]))

const AFFIRMING =
  /^(?:[\s"'“]*)(?:yes|yeah|yep|ok|okay|great|perfect|sure|alright|all right|excellent|thank|thanks|got it|good|right|correct|of course|no problem|certainly|absolutely|lovely|fine|sounds good)\b/i
const REFUSING =
  /^(?:[\s"'“]*)(?:no\b|not\b|sorry|i['’]?m (?:very )?sorry|unfortunately|i am (?:very )?sorry|i don['’]?t|actually)/i
const CORRECTING = /\b(?:actually|instead|i mean|sorry|wait|rather|change|changed|correction|not .{1,30} but)\b/i
const ASKED_KINDS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\bwho(?:m|se)?\b|\bname\b/i, ['name', 'answer', 'phrase']],
  [/\bwhat time\b|\bat what hour\b/i, ['time', 'number']],
  [/\bwhen\b|\bwhat (?:day|date)\b|\bwhich (?:day|date)\b/i, ['date', 'time', 'option']],
  [/\bhow (?:many|much|old|long|often|big|large)\b/i, ['number', 'money', 'percent', 'duration', 'date']],
  [/\bwhere\b|\bwhat (?:city|place|location|address)\b/i, ['name', 'answer', 'phrase', 'option']],
  [/\b(?:why|describe|explain|tell me (?:more )?about|what happened)\b/i, ['clause', 'answer']],
  [/\b(?:id|number|code|pin|account)\b/i, ['number', 'code', 'phone']],
  [/^(?:\W*\w+[,.!]? )?(?:do|does|did|is|are|was|were|have|has|had|can|could|will|would|should|any)\b/i, ['yes']],
]

/** Statistics over all candidates of a field. */
export interface ValueStatistics {
  /** Candidates in order of the transcript. */
  readonly order: readonly FieldCandidate[]
  readonly counts: ReadonlyMap<string, number>
  readonly speakers: ReadonlyMap<string, number>
}

type Setter = (name: ExtractionSignal, value: number) => void

/** Writes the signals of one candidate into `rows` at `cell`. */
export function writeSignals(
  rows: Float32Array,
  cell: number,
  context: FieldContext,
  field: number,
  candidate: FieldCandidate,
  among: ValueStatistics,
): void {
  const put: Setter = (name, value) => {
    rows[cell + (COLUMN.get(name) as number)] = value
  }
  const asked = addQuestion(put, context, field, candidate)
  const said = addSentence(put, context, field, candidate)
  if (asked + said === 0) put('unrelated', 1)
  addValue(put, context, field, candidate, among)
  addSpeaker(put, context, field, candidate, among)
}

/** @returns how well the preceding question matches the field */
function addQuestion(
  put: Setter,
  context: FieldContext,
  field: number,
  { turn, sentence, form }: FieldCandidate,
): number {
  const before = turn.sentences[sentence.at - 1]
  // Speakers can answer their own questions.
  const own: readonly PrecedingQuestion[] =
    before?.asks === true && !sentence.asks ? [{ sentence: before, proximity: 0.6 }] : []
  const all = sentence.at < 4 ? [...(context.askedBefore[turn.at] ?? []), ...own] : own
  let [title, whole, rival, fitting, near] = [0, 0, 0, 0, 0]
  for (const one of all) {
    const [ofTitle, ofAll] = context.coverage(field, one.sentence)
    if (ofTitle * one.proximity > title || (title === 0 && ofAll * one.proximity > whole)) {
      title = ofTitle * one.proximity
      whole = ofAll * one.proximity
      rival = Math.max(0, context.rival(field, one.sentence) * one.proximity - title)
    }
    near = Math.max(near, one.proximity)
    const words = getSentenceText(context.view, one.sentence)
    const fits = ASKED_KINDS.some(([pattern, kinds]) => kinds.includes(form) && pattern.test(words))
    if (fits) fitting = Math.max(fitting, one.proximity)
  }
  if (all.length > 0) put('asked', 1)
  put('askedTitle', title)
  put('askedAll', whole)
  put('askedRival', rival)
  put('askedKind', fitting)
  put('askedNear', near * (sentence.at === 0 ? 1 : 0.5))
  return title + whole
}

/** @returns how well the sentence matches the field */
function addSentence(put: Setter, context: FieldContext, field: number, candidate: FieldCandidate): number {
  const { turn, sentence, kind, form } = candidate
  const [title, all] = context.coverage(field, sentence)
  put('sentenceTitle', title)
  put('sentenceAll', all)
  put('sentenceRival', Math.max(0, context.rival(field, sentence) - title))
  const beside = [turn.sentences[sentence.at - 1], turn.sentences[sentence.at + 1]]
  put('turnTitle', Math.max(0, ...beside.map((one) => (one === undefined ? 0 : context.coverage(field, one)[0]))))
  const around = nearness(turn, candidate, context.said[field] as ReadonlyMap<string, number>)
  put('near', around.near)
  put('rightBefore', around.before)
  put('rightAfter', around.after)
  if (candidate.told === true) {
    put('told', 1)
    put('toldNear', around.near)
  }
  const share = (candidate.to - candidate.from) / Math.max(1, sentence.to - sentence.from)
  put('whole', kind === 'clause' ? 0 : share)
  if (sentence.asks) put('asks', 1)
  if (sentence.supposes) put('supposes', 1)
  if (sentence.denies && kind !== 'clause' && form !== 'yes') put('denies', 1)
  if (CORRECTING.test(getSentenceText(context.view, sentence))) put('corrects', 1)
  return title + all
}

function addValue(
  put: Setter,
  context: FieldContext,
  field: number,
  candidate: FieldCandidate,
  among: ValueStatistics,
): void {
  const wanted = context.intents[field] as FieldIntent
  const { kind } = candidate
  const type = wanted.field.responseType
  if (type === 'text' || type === 'number') {
    if (wanted.kinds.size > 0) put(isKindRequested(wanted, candidate) ? 'fits' : 'misfits', 1)
    else put(`open:${kind}`, 1)
    put(`kind:${kind}`, 1)
    if (kind === 'clause' && wanted.field.allowLongResponse) put('long:clause', 1)
  }
  if (candidate.selfNamed === true) put(wanted.person ? 'selfNamed' : 'selfNamedUnwanted', 1)
  if (wanted.edge !== undefined) {
    const edge = candidate.preposition === undefined ? undefined : EDGE_WORDS.get(candidate.preposition)
    if (edge !== undefined) put(edge === wanted.edge ? 'edge' : 'edgeOther', 1)
    const [before, after] = hasNeighbors(among.order, candidate)
    if (before !== after) put((after ? 'from' : 'to') === wanted.edge ? 'edgeFirst' : 'edgeLast', 1)
  }
  if (isNamed(candidate)) writeName(put, context, wanted, candidate)
  if (context.isOtherOption(field, candidate)) put('otherOption', 1)
  if (candidate.unitStem !== undefined && wanted.units.has(candidate.unitStem)) put('unit', 1)
  if (candidate.strength !== undefined) put(candidate.strength === 1 ? 'strength' : 'partial', 1)
  put('words', Math.min(1, candidate.words / 10))
  if (candidate.ordinal === true) put('ordinal', 1)
  if (candidate.plain === true) put('plain', 1)
  else if (candidate.form === 'yes') put(candidate.value === true ? 'statementTrue' : 'statementFalse', 1)
  if (isEcho(wanted, candidate)) put('echo', 1)
}

function addSpeaker(
  put: Setter,
  context: FieldContext,
  field: number,
  candidate: FieldCandidate,
  among: ValueStatistics,
): void {
  const { view } = context
  const { turn, key } = candidate
  const wanted = context.intents[field] as FieldIntent
  const side = sideOfSpeaker(turn.speaker)
  if (wanted.side !== undefined && side !== undefined) put(side === wanted.side ? 'side' : 'sideOther', 1)
  put('repeated', Math.min(1, Math.log2(among.counts.get(key) ?? 1) / 3))
  put('share', (among.counts.get(key) ?? 1) / among.order.length)
  if ((among.speakers.get(key) ?? 1) > 1) put('bothSay', 1)
  const next = nextOther(view, turn)
  if (next !== undefined) {
    if (AFFIRMING.test(next.text)) put('affirmed', 1)
    if (REFUSING.test(next.text)) put('refused', 1)
  }
  put('place', turn.at / Math.max(1, view.turns.length - 1))
  if (candidate === among.order[0]) put('first', 1)
  if (candidate === among.order.at(-1)) put('last', 1)
  const later = findLaterValues(among.order, candidate)
  if (later.some(({ sentence }) => !sentence.asks)) put('superseded', 1)
  if (later.some(({ sentence }) => CORRECTING.test(getSentenceText(view, sentence)))) put('correctedLater', 1)
}

/** Writes the row for "no value". */
export function writeNone(
  rows: Float32Array,
  cell: number,
  context: FieldContext,
  field: number,
  candidates: readonly FieldCandidate[],
): void {
  const wanted = context.intents[field] as FieldIntent
  rows[cell + (COLUMN.get(`none:${wanted.field.responseType}`) as number)] = 1
  let [asked, said] = [0, 0]
  for (const turn of context.view.turns) {
    for (const sentence of turn.sentences) {
      const [title, all] = context.coverage(field, sentence)
      const both = (title + all) / 2
      if (sentence.asks) asked = Math.max(asked, both)
      said = Math.max(said, both)
    }
  }
  rows[cell + (COLUMN.get('none:asked') as number)] = asked
  rows[cell + (COLUMN.get('none:said') as number)] = said
  if (said === 0) rows[cell + (COLUMN.get('none:unspoken') as number)] = 1
  rows[cell + (COLUMN.get('none:many') as number)] = Math.log1p(candidates.length) / 4
  rows[cell + (COLUMN.get('none:different') as number)] = Math.log1p(new Set(candidates.map(({ key }) => key)).size) / 3
}

const isNamed = ({ form }: FieldCandidate) => form === 'name' || form === 'answer' || form === 'phrase'

const TITLE = /^(?:dr|doctor|mr|mrs|ms|prof|professor|sir)\b/i
const LEGAL =
  /\b(?:inc|ltd|llc|plc|corp|corporation|company|group|holdings|gmbh|ag|limited|partners|technologies|systems|solutions|bank|industries|international|trust|media|energy|pharmaceuticals|therapeutics|labs|software)\.?$/i
const WELCOMING = /\bwelcome (?:\w+ )?to (?:the |our |today's )?$/i

function writeName(put: Setter, context: FieldContext, wanted: FieldIntent, candidate: FieldCandidate): void {
  const { text, turn, from, words, thing } = candidate
  if (wanted.wholeName) put(words > 1 && words < 4 ? 'wholeName' : 'partName', 1)
  if (TITLE.test(text) && !wanted.all.some((stem) => TITLE.test(stem))) put('titled', 1)
  if (LEGAL.test(text)) put('organization', wanted.organization ? 1 : -1)
  const isWanted = thing === undefined ? undefined : isWantedThing(wanted, thing)
  if (isWanted !== undefined) put(isWanted ? 'wantedThing' : 'otherThing', 1)
  if (/^\p{Lu}[\p{Lu}\d&-]{1,5}s?$/u.test(text)) put('acronym', 1)
  const isParticipant = context.isParticipant(text)
  if (isParticipant) put(wanted.person && !wanted.organization ? 'participantWanted' : 'participant', 1)
  if (wanted.organization && WELCOMING.test(turn.text.slice(Math.max(0, from - 40), from))) put('welcomed', 1)
}

/** Whether the sentence contains other candidates of the same kind before and after this one. */
function hasNeighbors(
  order: readonly FieldCandidate[],
  { sentence, kind, from, to }: FieldCandidate,
): [boolean, boolean] {
  const same = order.filter((one) => one.sentence === sentence && one.kind === kind)
  return [same.some((one) => one.to <= from), same.some((one) => one.from >= to)]
}

/** Returns other values of the same kind that the speaker says later. */
function findLaterValues(order: readonly FieldCandidate[], candidate: FieldCandidate): readonly FieldCandidate[] {
  return order.filter(
    ({ turn, kind, key }) =>
      turn.at > candidate.turn.at &&
      kind === candidate.kind &&
      key !== candidate.key &&
      turn.speaker.name === candidate.turn.speaker.name,
  )
}

const EDGE_WORDS = new Map<string, 'from' | 'to'>([
  ['from', 'from'],
  ['to', 'to'],
  ['until', 'to'],
  ['till', 'to'],
  ['through', 'to'],
  ['into', 'to'],
])

function isKindRequested({ kinds }: FieldIntent, { kind }: FieldCandidate): boolean {
  if (kinds.has(kind)) return true
  if (kind === 'answer' || kind === 'phrase') return kinds.has('name') || kinds.has('clause')
  return false
}

/** Whether the value consists only of words of the field itself. */
function isEcho({ all }: FieldIntent, { form, text }: FieldCandidate): boolean {
  if (form !== 'answer' && form !== 'phrase' && form !== 'name') return false
  const words = splitWords(text)
  return words.length > 0 && words.every((word) => all.some((stem) => word.startsWith(stem)))
}

/** Proximity of title words in the same sentence, and whether they are adjacent. */
function nearness(turn: ViewTurn, { sentence, from, to }: FieldCandidate, said: ReadonlyMap<string, number>) {
  let [near, before, after] = [0, 0, 0]
  if (said.size === 0) return { near, before, after }
  const { tokens } = turn
  let [left, right] = [sentence.first - 1, sentence.last]
  for (let at = sentence.first; at < sentence.last; at++) {
    const token = tokens[at] as ViewToken
    if (token.to <= from) left = at
    if (token.from >= to) {
      right = at
      break
    }
  }
  for (let at = sentence.first; at < sentence.last; at++) {
    const token = tokens[at] as ViewToken
    if ((token.from < to && token.to > from) || !said.has(token.stem)) continue
    const steps = at <= left ? left - at : at - right
    near = Math.max(near, Math.exp(-steps / 3))
    if (at <= left && links(tokens, at + 1, left)) before = 1
    if (at >= right && steps === 0) after = 1
  }
  return { near, before, after }
}

const LINKS = new Set([
  'is',
  'are',
  'was',
  'were',
  'of',
  'number',
  'no',
  'id',
  'at',
  'the',
  'be',
  'a',
  'an',
  'to',
  'in',
  'for',
  'my',
  'our',
  "it's",
  'being',
  'about',
  'around',
])

function links(tokens: readonly ViewToken[], from: number, to: number): boolean {
  if (to - from > 2) return false
  for (let at = from; at <= to; at++) if (!LINKS.has(tokens[at]?.word ?? '')) return false
  return true
}

function nextOther(talk: TranscriptView, turn: ViewTurn): ViewTurn | undefined {
  const next = talk.turns[turn.at + 1]
  return next !== undefined && (next.speaker.name === '' || next.speaker.name !== turn.speaker.name) ? next : undefined
}
