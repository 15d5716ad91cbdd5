/** Decides whether a sentence continues in the next line of the same speaker. */
import { ENDS_WITH_MARK } from '../../../core/sentence-marks.ts'
import { isTrailing, UNFINISHED } from './boundaries.ts'

export interface SpokenLine {
  /** Index of the transcript segment. A long segment consists of several lines. */
  readonly segment: number
  /** Name of the speaker. Empty if unknown. */
  readonly speaker: string
  /** Seconds from the start of the recording. Null if the transcript has no times. */
  readonly start: number | null
  readonly end: number | null
  /** Verbatim text. */
  readonly text: string
}

/** Writing style of a transcript, which decides what a missing full stop means. */
export interface CaseStyle {
  /** Whether most lines end with punctuation. If not, a missing full stop says nothing. */
  readonly punctuated: boolean
  /** Whether sentences start with a capital letter. */
  readonly cased: boolean
}

const PUNCTUATED_MIN = 0.5
const CASED_MIN = 0.6
/** Lines below this number of words, such as “Yeah”, are often written without punctuation. */
const TELLING_WORDS = 4

/** Detects the style from all lines. */
export function detectStyle(lines: readonly Pick<SpokenLine, 'text'>[]): CaseStyle {
  let [telling, ended, letters, capital] = [0, 0, 0, 0]
  for (const { text } of lines) {
    const first = /\p{L}/u.exec(text)?.[0]
    if (first !== undefined && first.toLowerCase() !== first.toUpperCase()) {
      letters++
      if (first !== first.toLowerCase()) capital++
    }
    if (text.trim().split(/\s+/, TELLING_WORDS).length < TELLING_WORDS) continue
    telling++
    if (ENDS_WITH_MARK.test(text)) ended++
  }
  return {
    punctuated: telling > 0 && ended / telling >= PUNCTUATED_MIN,
    cased: letters > 0 && capital / letters >= CASED_MIN,
  }
}

const PAUSED = /(?:…|\.\.\.)["'”’»)\]]{0,3}\s*$/
const LOWER = /^["'“‘«([]*\p{Ll}/u
/** Maximum length of a joined sentence in UTF-16 units. */
export const JOINED_MAX = 900
/** Maximum seconds between two lines of one sentence. Speech recognition keeps slow speakers within it. */
const GAP_MAX = 12
/** The same if the transcript lacks punctuation, so that only the times show what belongs together. */
const CAPTION_GAP_MAX = 1.5
const CAPTION_MAX = 240

/** Whether the sentence at the end of the first line continues in the second one, of the same speaker. */
export function continuesIn(last: SpokenLine, next: SpokenLine, length: number, style: CaseStyle): boolean {
  if (last.speaker !== next.speaker || length + next.text.length > JOINED_MAX * 2) return false
  const gap = last.end === null || next.start === null ? null : next.start - last.end
  const isPart = last.segment === next.segment
  if (!style.punctuated) {
    if (isPart) return !ENDS_WITH_MARK.test(last.text)
    return gap !== null && gap <= CAPTION_GAP_MAX && length <= CAPTION_MAX && !ENDS_WITH_MARK.test(last.text)
  }
  if (gap !== null && gap > GAP_MAX) return false
  if (style.cased && LOWER.test(next.text) && !/[!?]["'”’»)\]]{0,3}\s*$/.test(last.text)) return true
  if (UNFINISHED.test(last.text.replace(/[.\s]+$/, ''))) return true
  const pause = PAUSED.exec(last.text)
  if (pause === null) return !ENDS_WITH_MARK.test(last.text)
  return isTrailing(last.text.slice(0, pause.index), /^["'“‘«([]*(\S+)/u.exec(next.text)?.[1] ?? '')
}

/** The same for a document: a paragraph with hard line breaks continues in lower case. Headings end without a mark. */
export const continuesInDocument = (last: SpokenLine, next: SpokenLine): boolean =>
  last.segment === next.segment && !ENDS_WITH_MARK.test(last.text) && LOWER.test(next.text)

const BACKCHANNEL =
  /^(?:(?:yeah|yes|yep|yup|ok|okay|right|sure|mm+|hm+|mm-?hmm+|uh-?huh|uh|um|ah|oh|cool|nice|great|exactly|true|i see|got it|alright|all right|mhm)[\s,.!…-]*){1,4}$/i

/** Whether a line is a listener's signal, such as “Mm-hmm.”, that doesn't interrupt the sentence of the speaker. */
export const isBackchannel = ({ text }: Pick<SpokenLine, 'text'>): boolean => BACKCHANNEL.test(text.trim())
