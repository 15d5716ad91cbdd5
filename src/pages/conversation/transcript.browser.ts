/**
 * Loads parts of the transcript as they come into view, scrolls to positions without leaving the page, and notifies other
 * modules of the selected time.
 */
import { UPDATED } from '../../inbound/web/enhance.browser.ts'

/** Event for a selected time: `detail.second`. */
export const MOMENT = 'parley:moment'

/** Event after a part of the transcript was loaded, which is its `detail`. */
export const PART_LOADED = 'parley:part'

/** Event after the visible pane of a small screen changed. */
export const PANE = 'parley:pane'

/** Distance from the visible area at which parts are loaded. */
const NEAR = '1500px 0px'
/** Estimated height of a part in pixels, until one has been rendered. */
const WINDOW_HEIGHT = 9_000
/** Tolerance in seconds, because times in URLs may be rounded down. */
const SLACK = 0.1

export interface LineElement {
  readonly element: HTMLElement
  readonly start: number
  readonly end: number | undefined
}

const page = document.querySelector<HTMLElement>('.conversation-page')
export const base: string = page?.dataset.conversation ?? ''

let section: HTMLElement | null = null
let lines: readonly LineElement[] | undefined
let nearing = observeGaps(null)

/** @param root element that scrolls; null for the page */
function observeGaps(root: Element | null): IntersectionObserver {
  return new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (isIntersecting && target instanceof HTMLElement) void fill(target)
      }
    },
    { root, rootMargin: NEAR },
  )
}

/** Element that scrolls the transcript; null if the page does, as on small screens. */
export function findScroller(): HTMLElement | null {
  const scroller = document.querySelector<HTMLElement>('[data-scroller]')
  return scroller !== null && getComputedStyle(scroller).overflowY !== 'visible' ? scroller : null
}

/** Loaded lines with a time, sorted by start. */
export function timedLines(): readonly LineElement[] {
  lines ??= [...(section?.querySelectorAll<HTMLElement>('[data-t]') ?? [])]
    .map((element) => {
      const [start = 0, end] = (element.dataset.t ?? '').split(' ').map(Number)
      return { element, start, end }
    })
    .sort((a, b) => a.start - b.start)
  return lines
}

/** Last loaded line that starts at or before a time. */
export function lineAt(second: number): LineElement | undefined {
  const all = timedLines()
  let [from, to] = [0, all.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((all[middle]?.start ?? 0) <= second + SLACK) from = middle + 1
    else to = middle
  }
  return all[from - 1]
}

/** Returns a line and loads its part if necessary. Undefined if there is no line. */
export async function bringLine(place: { second: number } | { segment: number }): Promise<HTMLElement | undefined> {
  if ('segment' in place) {
    return document.getElementById(`s${place.segment}`) ?? (await fetchWindow(`s=${place.segment}`))
  }
  const found = lineAt(place.second)
  if (found !== undefined && isSurely(found, place.second)) return found.element
  return (await fetchWindow(`t=${place.second}`)) ?? found?.element
}

/** Whether no line that isn't loaded can start between the line and the time. */
function isSurely({ element, end }: LineElement, second: number): boolean {
  if (end !== undefined && second < end) return true
  const next = document.getElementById(`s${Number(element.id.slice(1)) + 1}`)
  return next !== null || element.closest('.conversation-window')?.nextElementSibling === null
}

async function fetchWindow(query: string): Promise<HTMLElement | undefined> {
  const window = await windowBy(query)
  const gap = section?.querySelector<HTMLElement>(`.conversation-gap[data-page="${window?.dataset.page}"]`)
  if (window === undefined) return undefined
  const here = window.querySelector<HTMLElement>('.conversation-here')
  if (gap !== null && gap !== undefined) put(window, gap)
  return here === null ? undefined : (document.getElementById(here.id) ?? undefined)
}

async function windowBy(query: string): Promise<HTMLElement | undefined> {
  const answer = await fetch(`${section?.dataset.turns}&${query}`)
  if (!answer.ok) return undefined
  const piece = new DOMParser().parseFromString(await answer.text(), 'text/html')
  return piece.querySelector<HTMLElement>('.conversation-window') ?? undefined
}

async function fill(gap: HTMLElement): Promise<void> {
  nearing.unobserve(gap)
  gap.setAttribute('aria-busy', 'true')
  const window = await windowBy(`page=${gap.dataset.page}`).catch(() => undefined)
  if (window !== undefined && gap.isConnected) return put(window, gap)
  // Without a network connection, the part is loaded when it comes into view again.
  gap.removeAttribute('aria-busy')
  setTimeout(() => nearing.observe(gap), 2_000)
}

function put(window: HTMLElement, gap: HTMLElement): void {
  nearing.unobserve(gap)
  // Only the URL or a click moves the focus, not a part that is loaded later.
  for (const element of window.querySelectorAll('[autofocus]')) element.removeAttribute('autofocus')
  const before = gap.getBoundingClientRect()
  gap.replaceWith(document.adoptNode(window))
  lines = undefined
  // Browsers without scroll anchoring would move the visible text when content above it grows.
  if (before.bottom < 0 && !CSS.supports('overflow-anchor', 'auto')) {
    const scroller: Pick<Element, 'scrollBy'> = findScroller() ?? globalThis.window
    scroller.scrollBy(0, window.getBoundingClientRect().height - before.height)
  }
  document.dispatchEvent(new CustomEvent(PART_LOADED, { detail: window }))
}

export function highlightElement(element: HTMLElement): void {
  for (const other of section?.querySelectorAll('.conversation-here') ?? []) other.classList.remove('conversation-here')
  element.classList.add('conversation-here')
}

export function show(element: HTMLElement): void {
  element.scrollIntoView({ block: 'center', behavior: 'instant' })
  // Scrolls again, because the layout now has its final height.
  requestAnimationFrame(() => element.scrollIntoView({ block: 'center', behavior: 'instant' }))
}

/** A small screen shows the transcript or the panel. */
function showTranscript(): void {
  if (page !== null) page.dataset.pane = 'transcript'
  document.dispatchEvent(new CustomEvent(PANE))
}

async function open(place: { second: number } | { segment: number }): Promise<void> {
  const element = await bringLine(place)
  if (element === undefined) return
  showTranscript()
  highlightElement(element)
  show(element)
}

const dispatchMoment = (second: number) => document.dispatchEvent(new CustomEvent(MOMENT, { detail: { second } }))

/** Position in a URL of this call. */
function parsePosition(url: URL): { second: number } | { segment: number } | undefined {
  if (url.pathname !== base || url.searchParams.has('find')) return undefined
  const [second, segment] = ['t', 's'].map((name) => url.searchParams.get(name))
  if (second !== null && second !== undefined) return { second: Number(second) }
  return segment === null || segment === undefined ? undefined : { segment: Number(segment) }
}

document.addEventListener('click', (event) => {
  const { target } = event
  if (!(target instanceof Element) || event.defaultPrevented || event.button !== 0) return
  const link = target.closest<HTMLAnchorElement | SVGAElement>('a[href]')
  if (link !== null) {
    const isOther = ['copy', 'clip', 'correct', 'tab'].some((name) => name in link.dataset)
    if (event.ctrlKey || event.metaKey || event.shiftKey || isOther) return
    follow(event, link)
    return
  }
  const line = target.closest<HTMLElement>('#transcript [data-t]')
  if (line === null || getSelection()?.isCollapsed === false) return
  highlightElement(line)
  dispatchMoment(Number.parseFloat(line.dataset.t ?? '0'))
})

function follow(event: MouseEvent, link: HTMLAnchorElement | SVGAElement): void {
  const url = new URL(link.getAttribute('href') ?? '', location.href)
  if (url.origin !== location.origin || url.pathname !== base || section === null) return
  const moment = parsePosition(url)
  if (moment !== undefined) {
    event.preventDefault()
    history.replaceState(null, '', url)
    const segment = link.dataset.segment
    void open(segment === undefined ? moment : { segment: Number(segment) })
    if ('second' in moment) dispatchMoment(moment.second)
  } else if (url.searchParams.has('find') || url.searchParams.has('speaker') || 'renew' in link.dataset) {
    event.preventDefault()
    void renew(url)
  }
}

/** Replaces the transcript with that of another URL of this page. */
async function renew(url: URL): Promise<void> {
  try {
    const answer = await fetch(url)
    const come = new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector('#transcript')
    if (come === null) return location.assign(url)
    document.querySelector('#transcript')?.replaceWith(document.adoptNode(come))
    history.replaceState(null, '', url)
    showTranscript()
    document.dispatchEvent(new CustomEvent(UPDATED))
  } catch {
    location.assign(url)
  }
}

/** Reserves space for all parts, and scrolls to the position in the URL. */
function setUp(): void {
  const now = document.querySelector<HTMLElement>('#transcript')
  if (now === section) return
  const isFirst = section === null
  section = now
  lines = undefined
  nearing.disconnect()
  nearing = observeGaps(findScroller())
  const here = section?.querySelector<HTMLElement>('.conversation-here')
  const window = section?.querySelector<HTMLElement>('.conversation-window')
  if (window !== null && window !== undefined) makeRoom(window, Number(section?.dataset.pages ?? 1))
  const hash = /^#t=(\d+(?:\.\d+)?)$/.exec(location.hash)
  if (isFirst && hash !== null) void openHash(Number(hash[1]))
  else if (here !== null && here !== undefined) show(here)
}

async function openHash(second: number): Promise<void> {
  await open({ second })
  document.dispatchEvent(new CustomEvent(MOMENT, { detail: { second, wait: true } }))
}

function makeRoom(window: HTMLElement, pages: number): void {
  for (const link of section?.querySelectorAll('.conversation-neighbour') ?? []) link.remove()
  const here = Number(window.dataset.page)
  const height = here < pages ? window.offsetHeight : WINDOW_HEIGHT
  for (let number = 1; number <= pages; number++) {
    if (number === here) continue
    const gap = document.createElement('div')
    gap.className = 'conversation-gap'
    gap.dataset.page = String(number)
    gap.style.height = `${height}px`
    if (number < here) window.before(gap)
    else window.parentElement?.append(gap)
  }
  // The visible part must be in position before the observer checks what is near.
  if (here > 1) window.scrollIntoView({ block: 'start', behavior: 'instant' })
  for (const gap of section?.querySelectorAll('.conversation-gap') ?? []) nearing.observe(gap)
}

// A turned phone or a resized window can scroll the page instead of the pane, or the other way round.
matchMedia('(min-width: 64rem) and (min-height: 40rem)').addEventListener('change', () => {
  nearing.disconnect()
  nearing = observeGaps(findScroller())
  for (const gap of section?.querySelectorAll('.conversation-gap') ?? []) nearing.observe(gap)
})
addEventListener('hashchange', () => {
  const hash = /^#t=(\d+(?:\.\d+)?)$/.exec(location.hash)
  if (hash !== null) void openHash(Number(hash[1]))
})
document.addEventListener(UPDATED, setUp)
setUp()
