/** Highlights the spoken line and word of the transcript, and keeps the line in view until the user scrolls. */
import { bringLine, findScroller, type LineElement, lineAt } from './transcript.browser.ts'

/** Name of the highlight of the spoken word, styled in `transcript.css`. */
const SPOKEN = 'conversation-word'
/** Pause between two attempts to load the spoken part of the transcript. */
const LOAD_PAUSE_MS = 1_000
/** Seconds after the end of a line in which no other line is expected. */
const GAP_SECONDS = 1

export interface SpokenLine {
  /** Shows the line that is spoken at a position. */
  showAt(second: number): void
  /** Scrolls to the spoken line, now and when it changes. */
  follow(): void
  /** Stops scrolling, if there is a line that was followed. */
  stopFollowing(): void
}

/** @param back button that resumes following. Visible while the line isn't followed */
export function createSpokenLine(back: HTMLButtonElement | null): SpokenLine {
  let spoken: LineElement | undefined
  let isFollowing = true
  const loadTranscriptAt = createLoader()

  function setFollowing(on: boolean): void {
    isFollowing = on
    if (back !== null) back.hidden = on
    if (on) scrollToCenter(spoken)
  }
  back?.addEventListener('click', () => setFollowing(true))

  return {
    showAt(second) {
      const line = lineAt(second)
      if (line?.element !== spoken?.element) {
        spoken?.element.classList.remove('conversation-spoken')
        spoken = line
        line?.element.classList.add('conversation-spoken')
        if (isFollowing) scrollToCenter(line)
      }
      if (line !== undefined) markWord(line, second)
      if (line === undefined || second > (line.end ?? second) + GAP_SECONDS) loadTranscriptAt(second)
    },
    follow: () => setFollowing(true),
    stopFollowing: () => spoken !== undefined && setFollowing(false),
  }
}

/** Scrolls a line to the middle of the visible part, if it is at its edges or outside. */
function scrollToCenter(line: LineElement | undefined): void {
  if (line === undefined) return
  const { top, bottom } = line.element.getBoundingClientRect()
  const view = findScroller()?.getBoundingClientRect() ?? { top: 0, bottom: innerHeight, height: innerHeight }
  if (top < view.top + view.height * 0.1 || bottom > view.bottom - view.height * 0.25) {
    line.element.scrollIntoView({ block: 'center' })
  }
}

/** Creates a function that loads the part of the transcript at a position, one at a time. */
function createLoader(): (second: number) => void {
  let isLoading = false
  return async (second) => {
    if (isLoading) return
    isLoading = true
    try {
      await bringLine({ second })
    } catch {
      // Without a network connection, the player shows an error for the recording too.
    } finally {
      setTimeout(() => {
        isLoading = false
      }, LOAD_PAUSE_MS)
    }
  }
}

/** Highlights the spoken word with the CSS Custom Highlight API, if available. The line is highlighted in any case. */
function markWord({ element }: LineElement, second: number): void {
  if (!('highlights' in CSS)) return
  const range = wordAt(element, second)
  if (range === undefined) CSS.highlights.delete(SPOKEN)
  else CSS.highlights.set(SPOKEN, new Highlight(range))
}

function wordAt(element: HTMLElement, second: number): Range | undefined {
  let at = 0
  let found: [from: number, to: number] | undefined
  for (const word of element.dataset.w?.split(' ') ?? []) {
    const [start = '', length = '0'] = word.split(':')
    if (start !== '' && Number(start) / 100 > second) break
    if (start !== '') found = [at, at + Number(length)]
    at += Number(length) + 1
  }
  return found === undefined ? undefined : toDomRange(element, ...found)
}

/** Range between two positions in the text of an element, in UTF-16 units. The element can contain other elements. */
function toDomRange(element: HTMLElement, from: number, to: number): Range | undefined {
  const range = document.createRange()
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  let before = 0
  let hasStart = false
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    const length = text.nodeValue?.length ?? 0
    if (!hasStart && from <= before + length) {
      range.setStart(text, from - before)
      hasStart = true
    }
    if (hasStart && to <= before + length) {
      range.setEnd(text, to - before)
      return range
    }
    before += length
  }
  return undefined
}
