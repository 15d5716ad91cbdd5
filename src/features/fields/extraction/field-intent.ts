/** Intent of a field, derived from its title and prompt: subject words, kinds of values, and the side that answers. */
import { fold } from '../../../core/fold.ts'
import { stemWord } from '../../../core/stems.ts'
import { isSmallWord, splitWords } from '../../../core/terms.ts'
import type { NamedEntityType } from '../../text/named-entities/index.ts'
import type { ExtractionField } from './model.ts'
import type { TranscriptView } from './transcript-view.ts'

/** Kinds of values that a text span can have. */
export const KINDS = [
  'email',
  'url',
  'phone',
  'money',
  'percent',
  'date',
  'time',
  'duration',
  'number',
  'code',
  'name',
  'answer',
  'phrase',
  'clause',
] as const
export type ValueKind = (typeof KINDS)[number]

export interface FieldIntent {
  readonly field: ExtractionField
  /** Significant stems of the title. */
  readonly title: readonly string[]
  /** Significant stems of the title and the prompt. */
  readonly all: readonly string[]
  /** Kinds of values that the words request. Empty if they don't specify one. */
  readonly kinds: ReadonlySet<ValueKind>
  /** Whether the field requests the name of a person, and whether it is the full name. */
  readonly person: boolean
  readonly wholeName: boolean
  /** Whether the person has a role in what the call is about, such as who decides or signs. */
  readonly role: boolean
  /** Whether the field requests the name of a company or product. */
  readonly organization: boolean
  /** Whether the field requests the name of a place. */
  readonly place: boolean
  /** Whether the field requests the start or the end of a route or period. */
  readonly edge: 'from' | 'to' | undefined
  /** Side whose statements answer the field, if the field specifies it. */
  readonly side: 'inside' | 'outside' | undefined
  /** Stems of counted units, such as "minutes" or "people". */
  readonly units: ReadonlySet<string>
}

const stems = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/).map(stemWord))

/** Stopwords of questions and forms, which don't describe the requested value. */
const FRAME =
  stems(`give tell told say said state mention describe detail information info field value please conversation call chat talk
  meeting discussion know need want wish ask enter fill record note current currently exactly exact specific specify optional
  whether according during should must may might shall happen take get got make made use used go come like look question
  answer name's one ones example eg ie full free whole type kind list`)

/** Words for customers and for employees. Speakers rarely use them, because they refer to themselves as "I". */
const OUTSIDE = stems(`customer client caller buyer prospect guest lead persuadee renter patient user visitor shopper
  passenger subscriber consumer member candidate`)
const INSIDE = stems(`agent rep representative seller salesperson advisor persuader assistant interviewer recruiter`)

const KIND_WORDS: readonly (readonly [ValueKind, ReadonlySet<string>])[] = [
  ['email', stems('email mail e-mail')],
  ['url', stems('url website link webpage site')],
  ['phone', stems('phone telephone mobile cell fax')],
  [
    'money',
    stems(`price cost budget amount pay paid payment donate donation dollar euro pound revenue fee spend spending deal
      salary funding income expense credit money quote discount debit invoice worth`),
  ],
  ['percent', stems('percent percentage rate share margin discount growth')],
  ['date', stems('date day deadline when birth birthday weekday arrival departure expiry renewal')],
  ['time', stems('time hour clock when')],
  ['duration', stems('duration minute hour week month year long period length term')],
  [
    'number',
    stems(`number count quantity size many level floor rating score rank quarter room seat license headcount age id pin zip
      code account reference`),
  ],
  ['code', stems('id code reference number account pin plate serial zip ticket order sku')],
  [
    'name',
    stems(`name who company organization organisation competitor vendor supplier partner employer brand product tool software
      system city country place location address town where street person contact doctor driver champion manager owner hotel
      restaurant airline bank school university hospital department team model provider maker contractor destination`),
  ],
  [
    'clause',
    stems(`why reason describe description symptom request problem issue feedback message explain explanation summary step
      pain goal concern objection detail report complaint change plan requirement need wish comment note opinion agreed agree
      happened challenge motivation purpose topic`),
  ],
]
const PERSON =
  stems(`name who person contact doctor driver champion manager owner patient guest caller customer surname maiden
  firstname lastname client`)
const WHOLE = stems('full whole complete')
/** Stems of words for roles in a purchase or a project. */
const ROLE =
  stems(`decision decides decide decider sign signs signer signatory approve approves approver approval sponsor
  champion blocker influencer stakeholder authority buyer pays payer`)
const ORGANIZATION =
  stems(`company organization organisation competitor vendor supplier partner employer brand firm business
  manufacturer agency`)
const FROM = stems(
  'from departure depart departing start starting begin beginning origin pickup leave source since arrival arrive',
)
const TO = stems('to end ending destination until dropoff finish target arrival arrive departure leave leaving')
const PLACE = stems('location city place address destination where airport town station stop street')

/** Whether a stem describes such a role: "decides", "sponsor". */
export const isRoleStem = (stem: string): boolean => ROLE.has(stem)

export function toFieldIntent(field: ExtractionField): FieldIntent {
  const title = extractSignificantStems(field.title)
  const prompt = extractSignificantStems(field.prompt)
  const both = [...stemsIn(field.title), ...stemsIn(field.prompt)]
  const kinds = new Set<ValueKind>()
  for (const [kind, words] of KIND_WORDS) if (both.some((stem) => words.has(stem))) kinds.add(kind)
  return {
    field,
    title: title.length > 0 ? title : prompt,
    all: [...new Set([...title, ...prompt])],
    kinds,
    person: both.some((stem) => PERSON.has(stem)),
    wholeName: stemsIn(field.title).some((stem) => WHOLE.has(stem)),
    role: both.some((stem) => PERSON.has(stem)) && both.some((stem) => ROLE.has(stem)),
    organization: both.some((stem) => ORGANIZATION.has(stem)),
    place: both.some((stem) => PLACE.has(stem)),
    edge: findRequestedEdge(both, [...stemsIn(field.title)]),
    side: findRequestedSide(field),
    units: new Set([...title, ...prompt]),
  }
}

/** Whether an entity type matches the field. Undefined if the field doesn't specify one. */
export function isWantedThing(wanted: FieldIntent | undefined, thing: NamedEntityType): boolean | undefined {
  if (wanted === undefined || (!wanted.organization && !wanted.person && !wanted.place)) return undefined
  switch (thing) {
    case 'company':
      return wanted.organization
    case 'person':
      return wanted.person && !wanted.organization
    case 'place':
      return wanted.place
    default:
      return undefined
  }
}

const stemsIn = (text: string): string[] => splitWords(text).map(stemWord)

/** Returns significant stems, without stopwords and words for the sides. */
function extractSignificantStems(text: string): string[] {
  const words = splitWords(text)
  const all = words.filter((word) => !isSmallWord(word)).map(stemWord)
  const some = all.filter((stem) => !FRAME.has(stem) && !OUTSIDE.has(stem) && !INSIDE.has(stem))
  return [...new Set(some.length > 0 ? some : all)]
}

/**
 * Start or end that a field requests. On a route, departure is the start; in a stay, arrival is the start. The title
 * takes precedence over the prompt, which can contain both.
 */
function findRequestedEdge(both: readonly string[], title: readonly string[]): 'from' | 'to' | undefined {
  const isPlace = both.some((stem) => PLACE.has(stem))
  const [from, to] = isPlace
    ? [
        new Set([...FROM].filter((one) => !one.startsWith('arriv'))),
        new Set([...TO].filter((one) => !/^(?:depart|leav)/.test(one))),
      ]
    : [
        new Set([...FROM].filter((one) => !/^(?:depart|leav)/.test(one))),
        new Set([...TO].filter((one) => !one.startsWith('arriv'))),
      ]
  for (const words of [title, both]) {
    const isFrom = words.some((stem) => from.has(stem))
    const isTo = words.some((stem) => stem !== 'to' && to.has(stem))
    if (isFrom !== isTo) return isFrom ? 'from' : 'to'
  }
  return undefined
}

function findRequestedSide(field: ExtractionField): 'inside' | 'outside' | undefined {
  const all = [...stemsIn(field.title), ...stemsIn(field.prompt)]
  const outside = all.some((stem) => OUTSIDE.has(stem))
  const inside = all.some((stem) => INSIDE.has(stem))
  return outside === inside ? undefined : outside ? 'outside' : 'inside'
}

/** Side of a speaker, from the internal flag of the transcript or from the speaker name. */
export function sideOfSpeaker({
  name,
  internal,
}: {
  name: string
  internal?: boolean
}): 'inside' | 'outside' | undefined {
  if (internal !== undefined) return internal ? 'inside' : 'outside'
  const words = splitWords(fold(name)).map(stemWord)
  if (words.some((stem) => OUTSIDE.has(stem))) return 'outside'
  return words.some((stem) => INSIDE.has(stem)) ? 'inside' : undefined
}

/** Minimum common prefix of related words, such as "arrive" and "arrival". */
const FAMILY = 5

/** Maps each stem of the conversation to the requested stem that it matches. */
export function matchStems(talk: TranscriptView, wanted: readonly string[]): ReadonlyMap<string, number> {
  const byStart = new Map<string, number>()
  const found = new Map<string, number>()
  wanted.forEach((stem, index) => {
    if (stem.length >= FAMILY) byStart.set(stem.slice(0, FAMILY), index)
  })
  const exact = new Map(wanted.map((stem, index) => [stem, index]))
  for (const said of talk.vocabulary.keys()) {
    const index = exact.get(said) ?? (said.length >= FAMILY ? byStart.get(said.slice(0, FAMILY)) : undefined)
    if (index === undefined) continue
    const stem = wanted[index] as string
    const [short, long] = stem.length <= said.length ? [stem, said] : [said, stem]
    if (said === stem || long.startsWith(short) || shared(short, long) >= 0.62 * long.length) found.set(said, index)
  }
  return found
}

function shared(one: string, other: string): number {
  let at = 0
  while (at < one.length && one[at] === other[at]) at++
  return at
}
