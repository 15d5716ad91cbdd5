/**
 * Lines that name a speaker: self-introductions, handovers to the next speaker, thanks to the previous one, and people who
 * are addressed by name. English only.
 */
import { expandIgnoreCase } from './ignore-case.ts'
import { findSegment } from './join-turns.ts'
import type { CueKind, NameCue, NameMention, SpeakerTurn } from './model.ts'
import type { NameJudge } from './name-judge.ts'

/** One to four capitalized words, with particles such as `van der` between them. */
const NAME =
  "(?<![\\p{L}'’-])(?<name>\\p{Lu}[\\p{L}'’-]+(?: (?:(?:van|von|der|den|de|del|di|da|la|le|al|bin|ten) ){0,2}\\p{Lu}[\\p{L}'’-]*){0,3})(?![\\p{L}'’-])"
/** Words that may precede the first words of a turn. */
const FILLER =
  '(?:(?:yeah|yes|yep|no|okay|ok|great|perfect|cool|alright|all right|right|so|well|and|but|um|uh|hi|hello|hey|awesome|excellent|good|nice|sure|absolutely|oh|super|wonderful|good (?:morning|afternoon|evening)|everyone|everybody|all|guys|there)[,.!]? ){0,5}'
/** Words of a job title that precedes a name without a comma, as in "our Chief Executive Officer Dana Lee". */
const JOB_WORDS =
  '(?:Chief|Executive|Financial|Operating|Technology|Marketing|Commercial|Senior|Vice|Managing|General|Officer|President|Director|Manager|Treasurer|Secretary|Chair|Chairman|Chairwoman|Co-founder|Founder|Head|Sales|Engineering|Product)'
const TITLE =
  '(?:(?i:mr|mrs|ms|dr|miss)\\.? |(?i:our|your|the|my) [^.?!,]{2,60}, |(?i:our|your|my) (?:[\\p{L}-]+ ){1,4}?){0,2}(?:' +
  `${JOB_WORDS} (?:and )?){0,8}`
const PASS =
  '(?i:hand|turn|pass|give|throw|kick|toss|send|move|switch|open)(?:ing|ed)?(?: (?:it|this|things|the [\\p{L}]+|that|you|now|back|over|off|on)){0,5}'

/** `end` is the next speaker, if the match is near the end of the turn. */
type Whom = 'self' | 'next' | 'previous' | 'next or previous' | 'end'
interface CuePattern {
  readonly kind: CueKind
  readonly whom: Whom
  readonly weight: number
  readonly pattern: RegExp
  /** The match must start within this number of characters from the start of the turn. */
  readonly within?: number
}

const cue = (
  kind: CueKind,
  whom: Whom,
  weight: number,
  source: string,
  within = Number.POSITIVE_INFINITY,
): CuePattern => ({
  ...{ kind, whom, weight, within },
  pattern: new RegExp(expandIgnoreCase(source), 'gdu'),
})

/** Text that may precede a name that addresses somebody: the start of the turn or of a sentence, or a comma. */
const BEFORE = `(?:^|[.?!…,–-] )(?i:(?:yeah|yes|okay|ok|so|well|but|and|then|also|maybe|perhaps|hey|hi|alright|cool|great|first|next|if not|sorry)[,.…]? ){0,3}`

/** Words between "this is" and the name of somebody who speaks for another person. */
const HESITATION = '(?:,? (?:uh|um|actually|in fact),?){0,3}'
/** Introduction of somebody who asks in place of the person who was announced. */
const SUBSTITUTE = '(?i:(?: here)?,? (?:(?:in|on) behalf of|on for|(?:filling|sitting|standing|stepping)(?: in)? for))'

const PATTERNS: readonly CuePattern[] = [
  cue(
    'introduction',
    'self',
    7,
    `\\b(?i:this is|it['’]s|I['’]m|I am)(?i:${HESITATION}) ${NAME}(?=${SUBSTITUTE}\\b)`,
    160,
  ),
  cue('introduction', 'self', 7, `\\b(?i:this is)(?i:${HESITATION}) ${NAME} (?i:here),? (?i:for) (?=\\p{Lu})`, 160),
  cue('introduction', 'self', 4, `\\b(?i:my name(?: is|['’]s)) ${NAME}`),
  cue(
    ...(['introduction', 'self', 3.5] as const),
    `\\b(?i:this is|it['’]s|I['’]m|I am|you have|you['’]ve got) ${NAME}(?= (?:from|with|at|of|here|speaking|on for|calling|and I)\\b|[,.!]|$)`,
    160,
  ),
  cue('introduction', 'self', 4, `^(?i:${FILLER})${NAME} (?:here|speaking)\\b`, 1),
  cue('handover', 'next', 3.5, `\\b${PASS} (?i:to) (?i:you,? )?${TITLE}${NAME}`),
  cue('handover', 'next', 3, `\\b(?i:over to|back to|up to) (?i:you,? )?${TITLE}${NAME}`),
  cue(
    'handover',
    'next',
    4,
    `\\b(?i:(?:question|questions|line|comment)[^.?!]{0,40} (?:comes?|is|are|coming) from|from the line of|go to the line of) ${TITLE}${NAME}`,
  ),
  cue(
    'handover',
    'next',
    3,
    `\\b(?i:go ahead|take it away|please go ahead|up next is|next up is|next is|up next|next up|please proceed|hear from),? ${TITLE}${NAME}`,
  ),
  cue(
    'handover',
    'next',
    3,
    `${NAME},? (?i:please (?:go ahead|proceed)|go ahead|your line is|you may (?:proceed|go|begin)|take it away|the floor is yours|you['’]re up)\\b`,
  ),
  cue(
    'address',
    'next',
    2.5,
    `${NAME}, (?i:(?:do|did|would|could|can|are|have|will|were) you|want to|do we|you want|what do you|what['’]s your|how about you|any |anything|if you|maybe you)\\b`,
  ),
  cue('address', 'next', 2.5, `(?i:what about|how about|thoughts|welcome|is|I (?:see|saw|think)),? ${NAME}\\?`),
  cue(
    'thanks',
    'previous',
    2.5,
    `^(?i:${FILLER})(?i:thanks|thank you)(?i: very much| so much| a lot)?,? ${TITLE}${NAME}`,
    1,
  ),
  cue('thanks', 'previous', 1.5, `[.!?,] (?i:thanks|thank you)(?i: very much| so much| a lot)?,? ${TITLE}${NAME}`),
  cue('address', 'end', 2.5, `${BEFORE}${NAME}(?: (?:then|and|or) \\p{Lu}[\\p{L}'’-]+)?\\?`),
  cue('address', 'end', 1.5, `${BEFORE}${NAME}[.,!…]`),
  cue(
    'address',
    'next or previous',
    1.5,
    `^(?i:(?:${FILLER})(?:hi|hey|hello|morning|afternoon|evening)),? ${NAME}[,.!]`,
    1,
  ),
  cue(
    'address',
    'previous',
    1.5,
    `^(?i:(?:yeah|yes|no|sure|right|so|well|okay|ok|great question|good question|great|agreed|exactly)),? ${NAME}[,.]`,
    1,
  ),
  cue('address', 'previous', 1.5, `^${NAME}, `, 1),
  cue('mention', 'end', 1, `(?<![\\p{L}'’-])${NAME}`),
]

/** A turn of at most so many words is a listening sound, and doesn't take a handover. */
const LISTENING_WORDS_MAX = 2
/** Number of turns in which the addressed person must speak. */
const TURNS_MAX = 3
/** Cues of the first hours suffice, and bound the cost of a transcript that repeats names. */
const CUES_MAX = 5_000
/** Characters at the end of a turn in which an address means the next speaker. */
const END_LENGTH = 160
/** Weight of an address for a person who might be the one before or the one after. */
const HALF = 0.6

/**
 * Cues of all turns, and every spoken name. A name that is only mentioned counts if a known person has it.
 */
export function findNameCues(
  turns: readonly SpeakerTurn[],
  judgeName: NameJudge,
): { cues: NameCue[]; mentions: NameMention[] } {
  const cues: NameCue[] = []
  const mentions: NameMention[] = []
  for (const [index, turn] of turns.entries()) {
    if (cues.length + mentions.length > CUES_MAX) break
    const next = findSpeaker(turns, index, 1)
    const previous = findSpeaker(turns, index, -1)
    const seen = new Set<number>()
    for (const { kind, whom, weight, pattern, within = 0 } of PATTERNS) {
      for (const match of turn.text.matchAll(pattern)) {
        const [from] = match.indices?.groups?.name ?? [match.index]
        const name = trimName(match.groups?.name ?? '')
        if (match.index >= within || name === '' || seen.has(from)) continue
        const judgment = judgeName(name)
        if (judgment === 'other' || (kind === 'mention' && judgment !== 'known')) continue
        seen.add(from)
        const segment = findSegment(turn, from)
        const isAlternative = ALTERNATIVE.test(turn.text.slice(Math.max(0, from - ALTERNATIVE_LENGTH), from))
        const add = (speaker: string | undefined, strength: number) => {
          if (speaker !== undefined && speaker !== '')
            cues.push({ kind, speaker, name, weight: isAlternative ? strength * HALF : strength, segment })
        }
        if (whom === 'self') add(turn.speaker, weight)
        else mentions.push({ speaker: turn.speaker, name })
        const isNearEnd = match.index >= turn.text.length - END_LENGTH
        if (whom === 'next' || (whom === 'end' && isNearEnd)) add(next, weight)
        if (whom === 'previous') add(previous, weight)
        if (whom === 'next or previous') {
          add(next, weight)
          add(previous, weight * HALF)
        }
      }
    }
  }
  return { cues, mentions }
}

/** A name before another one, as in "Dana or Lee, do you want to begin?" Either of them can answer. */
const ALTERNATIVE = /(?:^|[^\p{L}])\p{Lu}[\p{L}'’-]+,? or $/u
const ALTERNATIVE_LENGTH = 40
const LEADING_JOB_WORDS = new RegExp(`^(?:${JOB_WORDS} )+(?=\\p{Lu})`, 'u')

/** Job titles, possessive endings and trailing dots don't belong to a name. */
const trimName = (name: string): string =>
  name
    .replace(LEADING_JOB_WORDS, '')
    .replace(/['’]s$/u, '')
    .replace(/['’-]+$/u, '')

/** The next (1) or previous (-1) speaker who says more than a listening sound. */
function findSpeaker(turns: readonly SpeakerTurn[], index: number, step: 1 | -1): string | undefined {
  const own = turns[index]?.speaker
  for (let count = 1; count <= TURNS_MAX; count++) {
    const turn = turns[index + step * count]
    if (turn === undefined) return undefined
    if (turn.speaker === own) return undefined
    if (turn.text.split(' ', LISTENING_WORDS_MAX + 1).length > LISTENING_WORDS_MAX) return turn.speaker
  }
  return undefined
}
