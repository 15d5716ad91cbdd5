/** Reads the selected words of the transcript, and finds the current turn. */

export interface SelectedTime {
  readonly from: number
  readonly to: number
}

export interface SelectedWords {
  /** Times of the words, or of their lines if the words have none. Undefined for a transcript without times. */
  readonly time: SelectedTime | undefined
  /** Place of the words as the form of a comment has it: segments, offsets in code points, and version. */
  readonly place: string
  readonly rectangle: DOMRect
  /** First line of the selection. */
  readonly line: HTMLElement
}

/** Selected words of the transcript. Undefined if none are selected. */
export function readSelection(): SelectedWords | undefined {
  const selection = getSelection()
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return undefined
  const range = selection.getRangeAt(0)
  const section = document.querySelector('#transcript')
  if (section === null || !range.intersectsNode(section)) return undefined
  const lines = [...section.querySelectorAll<HTMLElement>('.conversation-text > [id]')].filter((line) =>
    containsSelection(line, range),
  )
  const [first] = lines
  const last = lines.at(-1)
  if (first === undefined || last === undefined) return undefined
  return {
    time: readTime(first, last, range),
    place: formatPlace(first, last, range),
    rectangle: range.getBoundingClientRect(),
    line: first,
  }
}

/** Turn that has the focus, that is spoken, or that was selected last. */
export const findCurrentTurn = (): HTMLElement | null =>
  document.activeElement?.closest<HTMLElement>('.conversation-turn') ??
  document.querySelector<HTMLElement>('.conversation-turn:has(.conversation-spoken)') ??
  document.querySelector<HTMLElement>('.conversation-turn:has(.conversation-here)')

/** Whether the selection contains at least one character of the line. */
function containsSelection(line: HTMLElement, range: Range): boolean {
  if (!range.intersectsNode(line)) return false
  const [from, to] = toLetterRange(line, range)
  return to > from
}

/** Start and end of the range within the line, in UTF-16 units. */
function toLetterRange(line: HTMLElement, range: Range): [from: number, to: number] {
  const length = line.textContent?.length ?? 0
  const countBefore = (node: Node, offset: number) => {
    const part = document.createRange()
    part.selectNodeContents(line)
    part.setEnd(node, offset)
    return part.toString().length
  }
  const from = line.contains(range.startContainer) ? countBefore(range.startContainer, range.startOffset) : 0
  const to = line.contains(range.endContainer) ? countBefore(range.endContainer, range.endOffset) : length
  return [from, to]
}

function formatPlace(first: HTMLElement, last: HTMLElement, range: Range): string {
  const side = (line: HTMLElement, unit: number) =>
    `${line.id.slice(1)}:${[...(line.textContent ?? '').slice(0, unit)].length}`
  const { version } = first.closest<HTMLElement>('.conversation-window')?.dataset ?? {}
  const [from] = toLetterRange(first, range)
  const [, to] = toLetterRange(last, range)
  // A comment is about whole words.
  const [start, end] = [findWord(first, from)?.from ?? from, findWord(last, to)?.to ?? to]
  return `${side(first, start)}-${side(last, end)}${version === undefined ? '' : `@${version}`}`
}

/** Word around a position of a line, in UTF-16 units. Undefined between words. */
function findWord(line: HTMLElement, unit: number): { from: number; to: number } | undefined {
  if (!('Segmenter' in Intl)) return undefined
  const words = new Intl.Segmenter(undefined, { granularity: 'word' }).segment(line.textContent ?? '')
  const word = words.containing(unit)
  if (word?.isWordLike !== true || word.index === unit) return undefined
  return { from: word.index, to: word.index + word.segment.length }
}

function readTime(first: HTMLElement, last: HTMLElement, range: Range): SelectedTime | undefined {
  const [start, end] = [toTimeRange(first, range)?.from, toTimeRange(last, range)?.to]
  return start !== undefined && end !== undefined && end > start ? { from: start, to: end } : undefined
}

/** Times of the selected words of a line. Undefined if the line has no times. */
function toTimeRange(line: HTMLElement, range: Range): SelectedTime | undefined {
  if (line.dataset.t === undefined) return undefined
  const [start = 0, end = start] = line.dataset.t.split(' ').map(Number)
  const [first, behind] = toLetterRange(line, range)
  let times = { from: start, to: end }
  let at = 0
  for (const word of line.dataset.w?.split(' ') ?? []) {
    const [begun = '', length = '0'] = word.split(':')
    const second = begun === '' ? undefined : Number(begun) / 100
    if (second !== undefined && at <= first) times = { ...times, from: second }
    // The selection ends where the next word starts.
    if (second !== undefined && at >= behind) return { ...times, to: Math.min(second, end) }
    at += Number(length) + 1
  }
  return times
}
