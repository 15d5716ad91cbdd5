/** Puts the panels of the record in their places, and again after a form of one of them has renewed the page's part. */
import { focusAgain, idsAround, UPDATED } from '../../inbound/web/enhance.browser.ts'

const holder = document.querySelector<HTMLElement>('[data-panels]')
/** Of panels as they were, so that nothing moves while one is on its way. */
const heights = new Map<string, number>()
/** Where one was when the form was sent. */
let trail: readonly string[] = []
let isUnderWay = false
let isAskedAgain = false

const places = () => [...(holder?.children ?? [])].filter((panel) => panel.querySelector('[data-place]') !== null)

document.addEventListener(
  'submit',
  ({ target }) => {
    const panel = target instanceof Element ? target.closest<HTMLElement>('.conversation-panels > *') : null
    if (panel === null) return
    heights.set(panel.id, panel.offsetHeight)
    trail = idsAround(document.activeElement)
  },
  { capture: true },
)

async function fill(): Promise<void> {
  const missing = places()
  if (isUnderWay) isAskedAgain = true
  else if (missing.length === 0) trail = []
  if (holder === null || missing.length === 0 || isUnderWay) return
  isUnderWay = true
  const names = new URLSearchParams(missing.map(({ id }) => ['name', id]))
  for (const panel of missing) {
    if (panel instanceof HTMLElement) panel.style.minHeight = `${heights.get(panel.id) ?? 0}px`
  }
  try {
    const answer = await fetch(`${holder.dataset.panels}?${names}`)
    if (!answer.ok) return
    const piece = new DOMParser().parseFromString(await answer.text(), 'text/html')
    for (const panel of missing) {
      const come = piece.getElementById(panel.id)
      if (come !== null) panel.replaceWith(document.adoptNode(come))
      else panel.querySelector('[data-place]')?.removeAttribute('data-place')
    }
    lead()
    document.dispatchEvent(new CustomEvent(UPDATED))
  } catch {
    // The network is away: the way to each panel still stands there.
  } finally {
    isUnderWay = false
  }
  if (isAskedAgain) {
    isAskedAgain = false
    void fill()
  }
}

/** To where one was, or wanted to be. */
function lead(): void {
  // Somebody who has gone elsewhere meanwhile stays there.
  if (trail.length > 0 && (document.activeElement === document.body || document.activeElement === null)) {
    focusAgain(trail)
  } else if (isFirst && /^#[\w-]+$/.test(location.hash)) {
    holder?.querySelector(location.hash)?.scrollIntoView()
  }
  trail = []
  isFirst = false
}
let isFirst = true

document.addEventListener(UPDATED, () => void fill())
void fill()
