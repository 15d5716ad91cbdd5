/** Templates for title, rationale and draft of a suggested action. Quotes in them are verbatim. */
import { removeLastMarks } from '../../../core/sentence-marks.ts'
import { shortened } from '../../text/extractive-summary/index.ts'
import type { ActionEvidence } from './action-evidence.ts'

export interface DraftContext {
  /** Title of the conversation. */
  readonly title: string
  /** Date of the conversation, or null if unknown. */
  readonly saidOn: Date | null
  readonly isInternal: boolean
  /** First names of the recipients, as far as known. */
  readonly to: readonly string[]
  /** Name of the user who owns the action. */
  readonly ownerName: string
  /** Whether the owner said the quoted words. */
  readonly isOwn: boolean
}

export interface DraftText {
  readonly title: string
  readonly rationale: string
  readonly subject: string
  readonly body: string
}

const TITLE_MAX = 120
const SUBJECT_MAX = 150
const QUOTE_MAX = 600

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' })
const WEEKDAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' })
/** Preposition before a due date. "Until Friday" also means "by Friday". */
const DUE = /^(?:by|before)\b/i
const onDay = ({ saidOn }: DraftContext) => (saidOn === null ? '' : ` on ${DAY.format(saidOn)}`)

export const joinQuotes = ({ spans }: Pick<ActionEvidence, 'spans'>): string =>
  shortened(
    spans
      .map(({ quote }) => quote)
      .join(' ')
      .replace(/\s+/g, ' ')
      .trim(),
    QUOTE_MAX,
  )

export function draftWords(ground: ActionEvidence, scene: DraftContext): DraftText {
  switch (ground.signal) {
    case 'commitment':
      return commitment(ground, scene)
    case 'unanswered_question':
      return question(ground, scene)
    case 'no_next_meeting':
      return meeting(ground, scene)
  }
}

const toSubjectLine = (scene: DraftContext) => shortened(`Following up: ${oneLine(scene.title)}`, SUBJECT_MAX)
const spokeOn = (scene: DraftContext) => `When we spoke${onDay(scene)}`

function commitment(ground: ActionEvidence, scene: DraftContext): DraftText {
  const who = scene.isOwn ? 'You' : ground.by === '' ? 'Someone on your team' : ground.by
  const due = ground.due
  const when =
    due === null
      ? ''
      : ` It is due ${due.date === null ? due.said : `${DUE.exec(due.said)?.[0].toLowerCase() ?? 'on'} ${WEEKDAY.format(new Date(`${due.date}T00:00:00Z`))}`}.`
  const asked = ground.reply.length > 0
  const said = asked ? `${who} took this on${onDay(scene)}.` : `${who} said this${onDay(scene)}.`
  const i = scene.isOwn ? 'I' : ground.by
  const opening = asked
    ? `${spokeOn(scene)} you asked: “${joinQuotes(ground)}”`
    : `${spokeOn(scene)} ${i === '' ? 'we' : i} said: “${joinQuotes(ground)}”`
  return {
    title: composeTitle(ground, scene),
    rationale: `${said}${when}`,
    subject: toSubjectLine(scene),
    body: letter(scene, [opening, '[Add what was promised here, then send the email.]']),
  }
}

function question(ground: ActionEvidence, scene: DraftContext): DraftText {
  const who = ground.by === '' ? 'The customer' : oneLine(ground.by)
  const back =
    ground.reply.length === 0
      ? 'Nobody on your team answered it.'
      : `The reply was: “${joinQuotes({ spans: ground.reply })}”`
  return {
    title: shortened(`Answer ${who}: ${oneLine(ground.text)}`, TITLE_MAX),
    rationale: `${who} asked this${onDay(scene)}, and it was left open. ${back}`,
    subject: toSubjectLine(scene),
    body: letter(scene, [
      `${spokeOn(scene)} you asked: “${joinQuotes(ground)}”`,
      '[Add your answer here, then send the email.]',
    ]),
  }
}

function meeting(ground: ActionEvidence, scene: DraftContext): DraftText {
  const who = scene.isOwn ? 'You' : ground.by === '' ? 'Someone' : oneLine(ground.by)
  const people = scene.to.length === 0 ? 'the customer' : joinNames(scene.to)
  return {
    title: shortened(`Find a date for the next meeting with ${people}`, TITLE_MAX),
    rationale: `${who} said this${onDay(scene)}. No date was set, and Parley has no later call with them.`,
    subject: shortened(`Next meeting: ${oneLine(scene.title)}`, SUBJECT_MAX),
    body: letter(scene, [
      `Thank you for the call${onDay(scene)}. We talked about meeting again: “${joinQuotes(ground)}”`,
      'Which day in the coming week suits you?',
    ]),
  }
}

export interface Silence {
  readonly opportunity: string
  readonly lastTitle: string
  readonly lastAt: Date
  readonly days: number
  readonly to: readonly string[]
  readonly ownerName: string
}

export function wordsOfSilence({ opportunity, lastTitle, lastAt, days, to, ownerName }: Silence): DraftText {
  const scene = { title: lastTitle, saidOn: lastAt, isInternal: false, to, ownerName, isOwn: true }
  return {
    title: shortened(`Follow up on ${oneLine(opportunity)}: no call for ${days} days`, TITLE_MAX),
    rationale: `The last call about this opportunity, “${shortened(oneLine(lastTitle), 150)}”, was on ${DAY.format(lastAt)}, ${days} days ago.`,
    subject: shortened(oneLine(opportunity), SUBJECT_MAX),
    body: letter(scene, [
      `We last spoke${onDay(scene)}, about ${shortened(oneLine(lastTitle), 150)}.`,
      "How are things on your side? I'd like to continue our conversation. Does a short call in the coming week " +
        'suit you?',
    ]),
  }
}

export function letter(
  { to, ownerName }: Pick<DraftContext, 'to' | 'ownerName'>,
  paragraphs: readonly string[],
): string {
  const hello = to.length === 0 ? 'Hello,' : `Hi ${joinNames(to)},`
  const end = ownerName === '' ? 'Best regards' : `Best regards,\n${ownerName}`
  return [hello, ...paragraphs, end].join('\n\n')
}

const joinNames = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`

export const firstName = (name: string): string => oneLine(name).split(/[\s|(,]+/)[0] ?? ''
export const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .toWellFormed()
    .trim()

const PROMISED =
  /^.*?\b(?:i'll|i will|i'm going to|i am going to|i'm gonna|i shall|i promise to|we'll|we will|we're going to|we are going to|let me|i can|i could|i have to)\s+(?:definitely |certainly |also |just |then |personally |quickly |gladly |happily |of course |now |actually )*/i
const REQUESTED = /^.*?\b(?:(?:can|could|would|will) you(?: guys)? (?:please |maybe |perhaps |also |just )*|please )/i

/** Text after the task that is addressed to somebody else or unrelated: "I'll send it round, please correct me." */
const ASIDE = /[,;]\s+(?:and )?(?:please|but|because|so that|then you|you know|okay|all right)\b.*$/i

/** Title that addresses the owner: "I'll send you my slides" becomes "Send Ann your slides". */
function composeTitle(ground: ActionEvidence, scene: DraftContext): string {
  const plain = ground.text.replaceAll('’', "'")
  const isTaken = ground.reply.length > 0
  const said = plain.replace(isTaken ? REQUESTED : PROMISED, '')
  const deed = said.replace(ASIDE, '').trimEnd()
  const quoted = shortened(`${scene.isOwn ? 'You' : oneLine(ground.by)} promised: ${oneLine(plain)}`, TITLE_MAX)
  if (said === plain || !/^[a-z]/i.test(deed)) return quoted
  const other = scene.to.length === 1 ? (scene.to[0] ?? 'them') : 'them'
  const me = scene.isOwn ? 'you' : firstName(ground.by) || 'them'
  const turned = isTaken ? withoutPersons(deed, { you: me, me: other }) : withoutPersons(deed, { you: other, me })
  const told = removeLastMarks(oneLine(turned).replace(/[\s,;:–-]+$/, ''))
  const title = told.charAt(0).toUpperCase() + told.slice(1)
  return shortened(scene.isOwn || isTaken ? title : `${firstName(ground.by)} promised: ${title}`, TITLE_MAX)
}

function withoutPersons(deed: string, { you, me }: { you: string; me: string }): string {
  const toPossessive = (name: string) => (name === 'you' ? 'your' : name === 'them' ? 'their' : `${name}’s`)
  const words: Readonly<Record<string, string>> = {
    you: you,
    your: toPossessive(you),
    yours: toPossessive(you),
    me: me,
    my: toPossessive(me),
    i: me,
    "you're": 'they are',
    "you've": 'they have',
    "i'm": me === 'you' ? 'you are' : 'they are',
    "i've": me === 'you' ? 'you have' : 'they have',
    "i'll": me === 'you' ? 'you will' : 'they will',
  }
  return deed.replace(
    /\b(?:you're|you've|i'm|i've|i'll|yours|your|you|my|me|i)\b/gi,
    (word) => words[word.toLowerCase()] ?? word,
  )
}
