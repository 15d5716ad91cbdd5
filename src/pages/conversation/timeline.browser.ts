/**
 * Timeline of a call: the playhead follows the position, a range input moves it, and keys walk through turns and topics.
 * The elements are looked up again after each update, because an analysis that finishes replaces them.
 */

import { UPDATED } from '../../inbound/web/enhance.browser.ts'
import { t } from '../../inbound/web/languages/messages.browser.ts'
import { currentSecond, POSITION } from './player.browser.ts'
import { isTyping } from './player-keys.browser.ts'
import { followPosition, formatClock, toVisiblePart, ZOOMED, zoomTimeline } from './timeline-zoom.browser.ts'
import { MOMENT, timedLines } from './transcript.browser.ts'

const player = document.querySelector<HTMLElement>('#player')
const seek = document.querySelector<HTMLInputElement>('#seek')
const FOLDED = 'parley:timeline-folded'
/** A turn or topic that began less than this many seconds ago is the present one, so going back skips it. */
const JUST_BEGUN = 1.5

let second = currentSecond()

const duration = () => Number(document.querySelector<HTMLElement>('#timeline')?.dataset.duration ?? 0)
const listTopics = () =>
  [...document.querySelectorAll<SVGAElement>('.talk-topics a')].map((element) => ({
    element,
    start: Number(element.dataset.at),
    title: element.getAttribute('aria-label') ?? '',
  }))
function moveTo(at: number): void {
  document.dispatchEvent(new CustomEvent(MOMENT, { detail: { second: Math.max(0, at), wait: true } }))
}

function show(): void {
  if (player === null) return
  const whole = duration()
  const part = whole === 0 ? 0 : toVisiblePart(second)
  const percent = Math.min(100, part * 100)
  player.querySelector('.call-playhead')?.toggleAttribute('hidden', part < 0 || part > 1.001)
  const line = player.querySelector('.call-playhead line')
  line?.setAttribute('x1', `${percent}%`)
  line?.setAttribute('x2', `${percent}%`)
  player.querySelector('.call-playhead circle')?.setAttribute('cx', `${percent}%`)
  const topics = listTopics()
  const topic = topics.findLast(({ start }) => start <= second + 0.1)
  for (const one of topics) one.element.classList.toggle('on', one === topic)
  setText('[data-player=now]', formatClock(second))
  setText('[data-player=topic]', topic?.title ?? '')
  if (seek !== null) {
    seek.value = String(second)
    seek.setAttribute(
      'aria-valuetext',
      [t('{0} of {1}', formatClock(second), formatClock(whole)), topic?.title].filter(Boolean).join(', '),
    )
  }
  skipOthers()
}

function setText(selector: string, text: string): void {
  const element = player?.querySelector(selector) ?? null
  if (element !== null && element.textContent !== text) element.textContent = text
}

/** While one speaker is chosen, playback skips what others say. */
function skipOthers(): void {
  const bar = player?.querySelector('.call-lane-chosen .talk-bar') ?? null
  if (bar === null || player?.classList.contains('call-playing') !== true) return
  const toSeconds = (value: string | null) => (Number.parseFloat(value ?? '0') / 100) * duration()
  const blocks = [...bar.querySelectorAll('rect')].map((block) => {
    const start = toSeconds(block.getAttribute('x'))
    return { start, end: start + toSeconds(block.getAttribute('width')) }
  })
  const next = blocks.find(({ end }) => second <= end + 0.5)
  if (next !== undefined && second < next.start - 0.5) moveTo(next.start)
}

document.addEventListener(POSITION, (event) => {
  const before = second
  second = (event as CustomEvent<{ second: number }>).detail.second
  followPosition(second, before)
  show()
})
document.addEventListener(ZOOMED, show)
seek?.addEventListener('input', () => moveTo(Number(seek.value)))

/** Shows which speaker the transcript is filtered by, after the filter has changed. */
function showChosen(): void {
  const chosen = new URL(location.href).searchParams.get('speaker')
  const name = chosen === null || chosen === '' ? undefined : chosen === ' ' ? '' : chosen
  for (const lane of document.querySelectorAll<HTMLElement>('.call-lane[data-speaker]')) {
    const isChosen = lane.dataset.speaker === name
    lane.classList.toggle('call-lane-chosen', isChosen)
    lane.classList.toggle('call-lane-faint', name !== undefined && !isChosen)
    const link = lane.querySelector('a')
    const query = new URLSearchParams({ speaker: lane.dataset.speaker === '' ? ' ' : (lane.dataset.speaker ?? '') })
    if (link !== null) link.href = `${location.pathname}${isChosen ? '' : `?${query}`}#transcript`
    if (isChosen) link?.setAttribute('aria-current', 'true')
    else link?.removeAttribute('aria-current')
  }
}
document.addEventListener(UPDATED, () => {
  showChosen()
  show()
})

player?.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest<HTMLButtonElement>('button') : null
  if (button === null) return
  if (button.dataset.player === 'zoom-in') zoomTimeline(2, second)
  if (button.dataset.player === 'zoom-out') zoomTimeline(0.5, second)
  if (button.dataset.player === 'fold') setFolded(!player.classList.contains('call-folded'))
  const { marks } = button.dataset
  if (marks === undefined) return
  const isOn = button.getAttribute('aria-pressed') !== 'true'
  button.setAttribute('aria-pressed', String(isOn))
  for (const mark of player.querySelectorAll(`.talk-markers .${marks}`)) mark.toggleAttribute('hidden', !isOn)
})

function setFolded(isFolded: boolean): void {
  player?.classList.toggle('call-folded', isFolded)
  player?.querySelector('[data-player=fold]')?.setAttribute('aria-expanded', String(!isFolded))
  localStorage.setItem(FOLDED, isFolded ? 'yes' : '')
}
if (localStorage.getItem(FOLDED) === 'yes') setFolded(true)

/** Moves to the previous or next start in a sorted list. */
function walk(starts: readonly number[], by: 1 | -1): void {
  const next =
    by > 0 ? starts.find((start) => start > second + 0.2) : starts.findLast((start) => start < second - JUST_BEGUN)
  if (next !== undefined) moveTo(next)
  else if (by < 0) moveTo(0)
}

/** Starts of the loaded turns. Playback loads the parts around it. */
const listTurnStarts = () =>
  timedLines().flatMap(({ element, start }) => (element.previousElementSibling === null ? [start] : []))

document.addEventListener('keydown', (event) => {
  if (isTyping(event) || event.ctrlKey || event.metaKey || event.altKey || player === null) return
  if (event.target instanceof Element && event.target.closest('dialog, [role=tab]') !== null) return
  const act = KEYS[event.shiftKey ? `Shift ${event.key}` : event.key.toLowerCase()]
  if (act === undefined) return
  event.preventDefault()
  act()
})
const KEYS: Record<string, () => void> = {
  'Shift ArrowLeft': () => walk(listTurnStarts(), -1),
  'Shift ArrowRight': () => walk(listTurnStarts(), 1),
  j: () =>
    walk(
      listTopics().map(({ start }) => start),
      1,
    ),
  k: () =>
    walk(
      listTopics().map(({ start }) => start),
      -1,
    ),
  m: () => document.querySelector<HTMLElement>('[data-clip-here]')?.click(),
  '+': () => zoomTimeline(2, second),
  'Shift +': () => zoomTimeline(2, second),
  '=': () => zoomTimeline(2, second),
  '-': () => zoomTimeline(0.5, second),
}
show()
