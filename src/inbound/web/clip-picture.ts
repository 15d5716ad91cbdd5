/** Picture of a clip: a lane for each speaker, with a bar for each word. A longer word has a higher bar. */
import { t } from '../../core/languages/message.ts'
import { type Html, html } from './html.ts'
import { computeLanes, type Lane, laneClass } from './speech-lanes.ts'

export interface ClipPictureWord {
  readonly speaker: string
  readonly internal: boolean | null
  /** Seconds of the recording. */
  readonly start: number
  readonly end: number
  readonly letters: number
}

export interface ClipPicture {
  readonly lanes: readonly Lane[]
  /** Class of the color of each speaker, by name. */
  readonly colors: ReadonlyMap<string, string>
  readonly html: Html
}

const HEIGHT = 32
/** Number of letters of a word with a bar of full height. */
const LETTERS_MAX = 10

export function toClipPicture({
  start,
  end,
  words,
}: {
  readonly start: number
  readonly end: number
  readonly words: readonly ClipPictureWord[]
}): ClipPicture {
  const names = [...new Set(words.map(({ speaker }) => speaker))]
  const speakers = names.map((name) => ({
    name,
    internal: words.find((word) => word.speaker === name)?.internal ?? null,
  }))
  const length = end - start
  const turns = words.map((word) => ({
    ...{ speaker: names.indexOf(word.speaker), start: Math.max(0, word.start - start) },
    end: Math.min(length, word.end - start),
  }))
  const lanes = computeLanes(speakers, turns, length)
  const colors = new Map(
    lanes.flatMap((lane) => lane.speakers.map((speaker) => [names[speaker] ?? '', laneClass(lane)] as const)),
  )
  const renderLane = (lane: Lane) => {
    const own = words.flatMap((word, at) => {
      const turn = turns[at]
      return turn !== undefined && lane.speakers.includes(turn.speaker) ? [{ ...turn, letters: word.letters }] : []
    })
    const [only] = lane.speakers
    const name = lane.side === 'others' ? t`${lane.speakers.length} others` : (names[only ?? -1] ?? '')
    return html`<div class="clip-lane"><bdi>${name === '' ? t('Unknown speaker') : name}</bdi><svg class="${laneClass(lane)}" height="${HEIGHT}">${own.map((word) => renderWord(word, length))}</svg></div>`
  }
  return {
    ...{ lanes, colors },
    html:
      lanes.length === 0
        ? html``
        : html`<div class="clip-lanes" data-start="${start}" data-length="${length}" aria-hidden="true">${lanes.map(renderLane)}<svg class="clip-playhead"><line x1="0" x2="0" y1="0" y2="100%"/></svg></div>`,
  }
}

function renderWord(word: { start: number; end: number; letters: number }, length: number): Html {
  const height = Math.round(10 + (HEIGHT - 10) * Math.min(1, word.letters / LETTERS_MAX))
  const toPercent = (seconds: number) => Math.round((seconds / length) * 10_000) / 100
  // A gap between the bars of consecutive words.
  const width = Math.max(0.3, toPercent(word.end - word.start) - 0.25)
  return html`<rect data-word="${Math.round(word.start * 100) / 100}" x="${toPercent(word.start)}%" width="${width}%" y="${(HEIGHT - height) / 2}" height="${height}" rx="2"/>`
}
