/** Loads the panels of the call record into the page, and again after a form of a panel has updated the page. */
import { focusAgain, idsAround, UPDATED } from '../../inbound/web/enhance.browser.ts'
import { TAB_OPENED } from './tabs.browser.ts'

const holder = document.querySelector<HTMLElement>('[data-panels]')
/** Heights of panels before they load again, so that the layout doesn't shift. */
const heights = new Map<string, number>()
/** Element IDs around the focus when the form was submitted. */
let trail: readonly string[] = []
let isUnderWay = false
let isAskedAgain = false

/** Parts of the open tab that aren't loaded yet. */
const listPanels = () =>
  [...(holder?.querySelectorAll<HTMLElement>('.call-tabpanel:not([hidden]) > *') ?? [])].filter(
    (panel) => panel.querySelector('[data-place]') !== null,
  )

document.addEventListener(
  'submit',
  ({ target }) => {
    const panel = target instanceof Element ? target.closest<HTMLElement>('.call-tabpanel > *') : null
    if (panel === null) return
    heights.set(panel.id, panel.offsetHeight)
    trail = idsAround(document.activeElement)
  },
  { capture: true },
)

async function fill(): Promise<void> {
  const missing = listPanels()
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
    restoreFocus()
    document.dispatchEvent(new CustomEvent(UPDATED))
  } catch {
    // Without a network connection, the links to the panels remain.
  } finally {
    isUnderWay = false
  }
  if (isAskedAgain) {
    isAskedAgain = false
    void fill()
  }
}

/** Restores the focus, or scrolls to the panel in the URL on the first load. */
function restoreFocus(): void {
  // Keeps the focus if the user has moved it.
  if (trail.length > 0 && (document.activeElement === document.body || document.activeElement === null)) {
    focusAgain(trail)
  } else if (isFirst && /^#[\w-]+$/.test(location.hash)) {
    holder?.querySelector(location.hash)?.scrollIntoView()
  }
  trail = []
  isFirst = false
}
let isFirst = true

/** Few readers open the actions, so the first view doesn't load their script. */
const loadActions = () => {
  if (document.querySelector('.actions-list') !== null) void import('../actions/actions.browser.ts')
}
loadActions()
document.addEventListener(UPDATED, loadActions)
document.addEventListener(UPDATED, () => void fill())
document.addEventListener(TAB_OPENED, () => void fill())
void fill()
