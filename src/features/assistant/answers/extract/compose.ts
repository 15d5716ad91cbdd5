/** Composes an answer from selected sentences: who said what, and when. Every quoted word is verbatim. */
import { withoutListMark } from '../../../../core/list-marker.ts'
import type { Line } from '../../../text/passages/index.ts'
import type { Text } from '../text.ts'
import { saidOf, shown } from './format-quote.ts'
import type { Kind } from './kind.ts'
import type { Sentence } from './sentences.ts'

export interface Chosen {
  readonly text: Text
  /** Sentences in text order. */
  readonly sentences: readonly Sentence[]
}

/** Part of an answer, and the sentences that it quotes. */
export interface Part {
  readonly text: string
  readonly sentences: readonly (Sentence & { readonly of: Text })[]
}

/** @param heading topic of the question */
export function compose(heading: string, kind: Kind, chosen: readonly Chosen[]): Part[] {
  const several = chosen.length > 1
  const listed = kind === 'list' || kind === 'whole'
  return chosen.flatMap(({ text, sentences }, index): Part[] => {
    const place = several || kind === 'when' ? placeOf(text) : ''
    const opening = index === 0 ? `${heading}${!several && place !== '' ? ` (${place})` : ''}:` : ''
    const title = several ? `${opening === '' ? '' : '\n'}In ${place}:` : ''
    const before = [opening, title].filter((part) => part !== '').join('')
    return tellings({ text, sentences }).map(({ text: told, sentences: turn }, at): Part => {
      const lead = at === 0 ? (index === 0 ? before : `\n${before}`) : ''
      const joint = listed ? `${lead}\n- ` : lead === '' ? ' ' : `${lead} `
      return { text: joint + told, sentences: turn }
    })
  })
}

/** Formats who said what, turn by turn, without a heading. */
export function tellings({ text, sentences }: Chosen): Part[] {
  return turnsOf(sentences, text.lines).map((turn) => ({
    text: tell(turn, text),
    sentences: turn.map((sentence) => ({ ...sentence, of: text })),
  }))
}

/** Groups consecutive sentences of one speaker that are close to each other. */
function turnsOf(sentences: readonly Sentence[], lines: readonly Line[]): Sentence[][] {
  const turns: Sentence[][] = []
  for (const sentence of sentences) {
    const turn = turns.at(-1)
    const last = turn?.at(-1)
    const isSame =
      last !== undefined &&
      lines[last.line]?.speaker === lines[sentence.line]?.speaker &&
      spanOf(lines[last.line]) === spanOf(lines[sentence.line])
    if (turn !== undefined && isSame) turn.push(sentence)
    else turns.push([sentence])
  }
  return turns
}

/** Two-minute interval of a line. A turn shows a single time, so its sentences must be close together. */
const spanOf = (line: Line | undefined): number | null => (line?.start == null ? null : Math.floor(line.start / 120))

function tell(turn: readonly Sentence[], text: Text): string {
  const line = text.lines[turn[0]?.line ?? 0]
  const at = line?.start == null ? '' : ` (${clockOf(line.start)})`
  const said = turn.map(saidOf)
  const first = said[0]
  if (first === undefined) return ''
  if (text.kind === 'source') return ended(said.map((one) => `“${withoutListMark(shown(one))}”`).join(' '))
  const speaker = line?.speaker ?? ''
  const begin = speaker === '' ? `${passive(first.verb)}${at}` : `${speaker}${at} ${first.verb}`
  const rest = said.slice(1).map((one, index) => {
    const before = said[index]?.verb ?? ''
    const joint =
      (before === 'asked') === (one.verb === 'asked') ? (one.verb === 'asked' ? '' : 'that ') : `${one.verb} `
    return ` and ${joint}“${shown(one)}”`
  })
  return ended(`${begin} “${shown(first)}”${rest.join('')}`)
}

const ended = (sentence: string) => (/[?!…]”$/.test(sentence) ? sentence : `${sentence}.`)

const passive = (verb: string) =>
  ({ asked: 'Somebody asked', 'thought that': 'Somebody thought that', 'suggested that': 'Somebody suggested that' })[
    verb
  ] ?? 'It was said that'

/** Formats seconds as `4:05` or `1:04:05`. */
export function clockOf(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const two = (n: number) => String(n).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

const placeOf = ({ title, at }: Text) => (at === null ? title : `${title}, ${DAY.format(new Date(at))}`)
