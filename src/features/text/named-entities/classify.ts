/**
 * Classification of names by the context of all their mentions in the conversation. A name without sufficient evidence
 * is `other`.
 */
import { fold } from '../../../core/fold.ts'
import type { EntityCandidate } from './candidates.ts'
import { isAcronym, isKnownOrganization } from './common-names.ts'
import type { NamedEntityType } from './model.ts'
import { classifyPlaceName } from './place-names.ts'
import { endsAsCompany, endsAsPlace, FIRST_NAMES, isEvent, isLaw, isProductBefore, ROLE } from './words.ts'

export interface EntityMentions extends EntityCandidate {
  /** Context of up to 60 UTF-16 units on both sides. */
  readonly before: string
  readonly after: string
}

type Scores = Record<'person' | 'company' | 'place' | 'product', number>

const TITLE_BEFORE = /\b(?:Mr|Mrs|Ms|Miss|Dr|Prof|Professor|Sir|Senator|Judge|Minister)\.? $/
const CALLED =
  /\b(?:thanks|thank you|thank you so much|hi|hey|hello|morning|afternoon|evening|welcome|congrats|sorry|bye),? $|(?:^|[.?!] )(?:yeah|yes|sure|okay|ok|right|well|so|and|alright|great),? $/i
const TURNED =
  /\b(?:question (?:is )?(?:coming )?from|comes from|line of|line with|joined by|joining (?:me|us)(?: today)? (?:is|are)|introduce|my name is|this is|i'm|i am|name's) (?:mr\.? |ms\.? |the line of )?$/i
const TO_PERSON =
  /\b(?:hand|turn|pass|give|send|throw|kick)(?:ed|ing)? (?:it|this|that|the \w+|things)?(?: \w+){0,4} (?:over |back )?(?:to|with) $/i
const ROLE_AFTER = new RegExp(`^,? (?:who is |is |as |from )?(?:and )?${ROLE}`, 'i')
const ROLE_BEFORE = new RegExp(`(?:${ROLE})(?: of [\\p{L} ]{2,30})?(?:,| is| and)? $`, 'iu')
const SPOKE =
  /^(?:,)? (?:said|says|mentioned|asked|asks|thinks|told|pointed|talked|joined|will (?:now )?(?:discuss|talk|cover|walk|review|provide|take)|and i\b|can you|could you|do you|you\b|i think\b|if you)/i
const ADDRESSED = /^(?:,|\.|\?|!)/
const AT_COMPANY = /\b(?:with|at|from|for|of) (?:the )?$/i
const PERSON_WITH = /\p{Lu}\p{Ll}+(?: \p{Lu}[\p{L}'’-]+){1,2},? (?:with|from|of|at|representing) (?:the )?$/u
const LIKE_COMPANY =
  /\b(?:acquisition of|acquired|acquire|bought|customers? like|partner(?:s|ed|ship|ing)? with|merger with|competitors? like|works? (?:at|for)|working (?:at|for)|worked (?:at|for)|employed by|analyst (?:at|with)|shares of|invest(?:ed|ment)? in|welcome to (?:the )?) ?(?:the )?$/i
const COMPANY_AFTER =
  /^(?:['’]s (?:\w+ ){0,2}(?:results|business|earnings|stock|shares|board|customers|revenue|ceo|management|brand|strategy|annual|team|website|operations|portfolio|second|third|first|fourth)|,? (?:inc|corp|llc|ltd|plc)\b| (?:announced|acquired|reported|launched|filed|employees|stores?|shares|stock|shareholders|customers|acquisition|transaction|merger)\b)/i
const AT_PLACE =
  /\b(?:in|across|throughout|near|outside|around|to|from|northern|southern|eastern|western|central|downtown|city of|state of|based in|located in|headquartered in|office in) (?:the )?$/i
const PRODUCT_BEFORE =
  /\b(?:our|the new|new|use|using|uses|used|launch(?:ed|ing)?|version of|called|drug|product|platform|install(?:ed|ing)?|running|model) $/i

/** Folded names that are known from participants and their addresses. */
export interface KnownNames {
  readonly people: ReadonlySet<string>
  readonly companies: ReadonlySet<string>
}

export function classifyEntity(mentions: readonly EntityMentions[], known: KnownNames): NamedEntityType {
  const [first] = mentions
  if (first === undefined) return 'other'
  const name = first.text
  if (isEvent(name)) return 'event'
  if (isLaw(name)) return 'law'
  const place = classifyPlaceName(name)
  if (place === 'sure') return 'place'
  const scores = shape(first, known)
  if (place === 'unsure') scores.place += 1.5
  let counted = 0
  for (const mention of mentions) {
    if (counted++ === MENTIONS_WEIGHED) break
    around(mention, scores)
  }
  const [best] = (Object.entries(scores) as [keyof Scores, number][]).toSorted((a, b) => b[1] - a[1])
  if (best === undefined || best[1] < LEAST[best[0]]) return 'other'
  // Most acronyms are terms of a field, so each type needs evidence beyond a preposition.
  return isAcronym(name) && !known.people.has(fold(name)) && best[1] < ACRONYM_LEAST[best[0]] ? 'other' : best[0]
}

/** Maximum number of mentions that are evaluated per name. */
const MENTIONS_WEIGHED = 60
/** Minimum score of each type. Companies are frequent and products rare among names. */
const LEAST: Scores = { person: 1, company: 0.4, place: 1, product: 3 }

/** Minimum score of each type for a name in capitals. */
const ACRONYM_LEAST: Scores = { person: 4, company: 2, place: 1.5, product: 3 }

function shape({ text, words }: EntityCandidate, { people, companies }: KnownNames): Scores {
  const scores: Scores = { person: 0, company: 0, place: 0, product: 0 }
  const last = words.at(-1) ?? ''
  const folded = fold(text)
  if (people.has(folded)) scores.person += 8
  if (companies.has(folded) || companies.has(folded.replaceAll(' ', ''))) scores.company += 8
  if (words.length > 1 && endsAsCompany(last)) scores.company += 6
  // "Bank of America", "Department of Defense".
  if (words[1] === 'of' && endsAsCompany(words[0] ?? '')) scores.company += 6
  if (words.length > 1 && endsAsPlace(last)) scores.place += 5
  if (/&/.test(text) && words.length > 1) scores.company += 2
  if (isKnownOrganization(text)) scores.company += 6
  if (/\p{Ll}\p{Lu}/u.test(text) && !/^(?:Mc|Mac|O['’]|D['’]|De|La|Le)\p{Lu}/u.test(text)) scores.company += 1
  if (/^[\p{L} ]*\p{Ll} \d+[A-Z]?$/u.test(text)) scores.product += 3
  const isName = FIRST_NAMES.has(words[0] ?? '')
  if (isName && words.length <= 3 && !endsAsCompany(last)) scores.person += words.length === 1 ? 2 : 4
  return scores
}

function around({ before, after, words, possessive, text }: EntityMentions, scores: Scores): void {
  const isShort = words.length <= 3
  if (TITLE_BEFORE.test(before)) scores.person += 4
  if (isShort && !/\d|^\p{Lu}{2,}$/u.test(text)) {
    if (ROLE_AFTER.test(after) && words.length > 1) scores.person += 3
    if (ROLE_BEFORE.test(before) && words.length > 1) scores.person += 3
    if (CALLED.test(before) && ADDRESSED.test(after)) scores.person += 2
    if (TURNED.test(before) && words.length > 1) scores.person += 1
    if (TO_PERSON.test(before)) scores.person += 2
    if (SPOKE.test(after)) scores.person += 1
  }
  if (PERSON_WITH.test(before)) scores.company += 4
  else if (LIKE_COMPANY.test(before)) scores.company += 2
  else if (AT_COMPANY.test(before)) scores.company += 0.4
  if (COMPANY_AFTER.test((possessive ? "'s" : '') + after.replace(/^['’]s?/, ''))) scores.company += 2
  else if (possessive) scores.company += 0.4
  if (AT_PLACE.test(before)) scores.place += 0.4
  if (isProductBefore(after)) scores.product += 1
  else if (PRODUCT_BEFORE.test(before)) scores.product += 0.2
}
