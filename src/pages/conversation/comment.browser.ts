/**
 * Comments on the call page: opens the composer of the Comments tab for words of the transcript, opens threads, and keeps the
 * marks of the turns up to date. Escape and a sent comment return the focus to the element that opened the tab.
 */

// Its list of people closes on Escape before the focus returns.
import '../comments/comments.browser.ts'
import { UPDATED } from '../../inbound/web/enhance.browser.ts'
import { isTyping } from './player-keys.browser.ts'
import { findCurrentTurn, readSelection, type SelectedWords } from './selection.browser.ts'
import { openTab } from './tabs.browser.ts'
import { base, MOMENT, PART_LOADED } from './transcript.browser.ts'

const COMPOSER = '#comment-composer'
/** Maximum time until the panel of the tab is loaded. */
const LOADING_MS = 10_000

/** Element that opened the composer or a thread. */
let opener: HTMLElement | SVGElement | undefined
let isSending = false

const findComposer = () => document.querySelector<HTMLElement>(COMPOSER)

export function commentOnSelection({ place, line }: SelectedWords): void {
  void compose(place, findTool(line.closest('.conversation-turn')))
}

/** Tool of a turn that opens the composer. */
const findTool = (turn: Element | null) => turn?.querySelector<HTMLElement>('[data-comment-words]') ?? undefined

/** @param place words that the comment is about. Undefined: the composer keeps its present words, or is about the whole call */
async function compose(place: string | undefined, by: HTMLElement | undefined): Promise<void> {
  opener = by
  try {
    openTab('comments')
    const loaded = waitForPanel()
    if (place !== undefined) await replaceComposer(new URLSearchParams({ words: place }), loaded)
    else await loaded
    const field = findComposer()?.querySelector('textarea')
    findComposer()?.scrollIntoView({ block: 'nearest' })
    field?.focus({ preventScroll: true })
  } catch {
    location.assign(
      `${base}/comments${place === undefined ? '' : `?${new URLSearchParams({ words: place })}`}${COMPOSER}`,
    )
  }
}

/** Replaces the composer, and keeps what the user has written. */
async function replaceComposer(query: URLSearchParams, loaded: Promise<void>): Promise<void> {
  const [come] = await Promise.all([fetchPiece(`${base}/comments/composer?${query}`, COMPOSER), loaded])
  const here = findComposer()
  if (here === null) throw new Error('The composer is missing.')
  const [before, now] = [here.querySelector('textarea'), come.querySelector('textarea')]
  if (before !== null && now !== null) now.value = before.value
  const [wasPrivate, isPrivate] = [here, come].map((one) => one.querySelector<HTMLInputElement>('[name=private]'))
  if (wasPrivate instanceof HTMLInputElement && isPrivate instanceof HTMLInputElement) {
    isPrivate.checked = wasPrivate.checked
  }
  here.replaceWith(come)
}

/** @throws Error if the response doesn't contain the element */
async function fetchPiece(address: string, selector: string): Promise<HTMLElement> {
  const answer = await fetch(address)
  const piece = new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector<HTMLElement>(selector)
  if (!answer.ok || piece === null) throw new Error(`Loading failed with status ${answer.status}`)
  return document.adoptNode(piece)
}

/** Waits until the comments are loaded. @throws Error after `LOADING_MS` */
function waitForPanel(): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = setTimeout(() => reject(new Error('Loading took too long.')), LOADING_MS)
    const check = () => {
      if (findComposer() === null) return
      clearTimeout(end)
      document.removeEventListener(UPDATED, check)
      resolve()
    }
    document.addEventListener(UPDATED, check)
    check()
  })
}

async function openThread(id: string, by: HTMLElement | SVGElement): Promise<void> {
  opener = by
  openTab('comments')
  await waitForPanel()
  const find = () => document.getElementById(`comment-${id}`)
  if (find() === null) {
    // The list shows one page of threads. The response also has the thread.
    const query = new URLSearchParams({ name: 'comments', thread: id })
    document.querySelector('#comments')?.replaceWith(await fetchPiece(`${base}/panels?${query}`, '#comments'))
    document.dispatchEvent(new CustomEvent(UPDATED))
  }
  const thread = find()
  if (thread === null) throw new Error('The thread is missing.')
  history.replaceState(null, '', `${location.pathname}${location.search}#${thread.id}`)
  showThread(thread)
}

function showThread(thread: HTMLElement): void {
  for (const other of document.querySelectorAll('.comments-open')) other.classList.remove('comments-open')
  thread.classList.add('comments-open')
  thread.tabIndex = -1
  thread.scrollIntoView({ block: 'nearest' })
  thread.focus({ preventScroll: true })
}

document.addEventListener('click', (event) => {
  const { target } = event
  if (!(target instanceof Element) || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
  const link = target.closest<HTMLAnchorElement | SVGAElement>('.call a[href]')
  if (link === null) return
  const url = new URL(link.getAttribute('href') ?? '', location.href)
  const [, thread] = /^#comment-([\da-f-]{36})$/.exec(url.hash) ?? []
  if ('commentWords' in link.dataset && link instanceof HTMLElement) void compose(link.dataset.commentWords, link)
  else if ('commentWhole' in link.dataset) void dropWords(url)
  else if (url.pathname === base && thread !== undefined) {
    // A mark on the timeline also moves the position, without playing.
    const detail = { second: Number(link.dataset.at), wait: true }
    if (link.dataset.at !== undefined) document.dispatchEvent(new CustomEvent(MOMENT, { detail }))
    openThread(thread, link).catch(() => location.assign(url))
  } else return
  event.preventDefault()
})

async function dropWords(url: URL): Promise<void> {
  try {
    await replaceComposer(new URLSearchParams(), Promise.resolve())
    findComposer()?.querySelector('textarea')?.focus()
  } catch {
    location.assign(url)
  }
}

document.addEventListener('keydown', (event) => {
  const { key, target } = event
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !(target instanceof Element)) return
  if (key === 'Escape' && target.closest('#comments') !== null) return returnFocus()
  if (key.toLowerCase() !== 'c' || event.shiftKey || isTyping(event) || target.closest('dialog') !== null) return
  event.preventDefault()
  const chosen = readSelection()
  if (chosen !== undefined) return commentOnSelection(chosen)
  const tool = findTool(findCurrentTurn())
  void compose(tool?.dataset.commentWords, tool)
})

/** Moves the focus to the element that opened the tab. A small screen shows the transcript again. */
function returnFocus(): void {
  if (opener?.isConnected !== true) return
  if (!opener.checkVisibility()) openTab('transcript')
  opener.focus()
  opener = undefined
}

document.addEventListener(
  'submit',
  ({ target }) => {
    isSending = target instanceof Element && target.closest(COMPOSER) !== null
  },
  { capture: true },
)

/** After a comment was sent, shows it, and returns the focus to the turn if the screen shows it. */
function showSentComment(): void {
  if (!isSending) return
  isSending = false
  if (findComposer()?.querySelector('[role=alert]') !== null) return
  const thread = document.querySelector<HTMLElement>('#comments .comments-open')
  if (thread !== null) showThread(thread)
  if (opener?.isConnected === true && opener.checkVisibility()) returnFocus()
}

let shownMarks: HTMLTemplateElement | null = document.querySelector('#comment-marks')

/** Puts the marks of all comments at their turns. */
function placeMarks(within: Iterable<Element>): void {
  const marks = [...(shownMarks?.content.querySelectorAll<HTMLElement>('[data-segment]') ?? [])]
  for (const window of within) {
    for (const before of window.querySelectorAll('.conversation-comments')) before.remove()
    for (const mark of marks) {
      const turn = window.querySelector(`#s${mark.dataset.segment}`)?.closest('.conversation-said') ?? null
      if (turn === null) continue
      let row = turn.querySelector('.conversation-comments')
      if (row === null) {
        row = document.createElement('p')
        row.className = 'conversation-comments'
        turn.querySelector('.conversation-text')?.after(row)
      }
      row.append(mark.cloneNode(true), ' ')
    }
  }
}

document.addEventListener(PART_LOADED, (event) => placeMarks([(event as CustomEvent<Element>).detail]))
document.addEventListener(UPDATED, () => {
  const marks = document.querySelector<HTMLTemplateElement>('#comment-marks')
  if (marks !== shownMarks) {
    shownMarks = marks
    placeMarks(document.querySelectorAll('.conversation-window'))
  }
  showSentComment()
})
