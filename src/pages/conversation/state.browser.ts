/** Polls the state of the analysis with growing delays, and updates the page with its results. */

import { UPDATED } from '../../inbound/web/enhance.browser.ts'
import { t } from '../../inbound/web/languages/messages.browser.ts'

const SLOWER = 1.5
const LONGEST_MS = 30_000
/** Parts of the page that an analysis updates, in page order. */
const PARTS = ['summary', 'figures', 'chapters', 'topics', 'actions', 'fields', 'scorecards', 'labels', 'crm']

let wait = Number(document.querySelector<HTMLElement>('#state')?.dataset.after ?? 0)
if (wait > 0) scheduleNext()

function scheduleNext(): void {
  setTimeout(() => void pollState(), wait)
  wait = Math.min(LONGEST_MS, wait * SLOWER)
}

async function pollState(): Promise<void> {
  const here = document.querySelector<HTMLElement>('#state')
  const address = here?.dataset.again
  if (here === null || address === undefined) return
  if (document.hidden) return document.addEventListener('visibilitychange', () => void pollState(), { once: true })
  const come = await part(address, '#state').catch(() => undefined)
  if (come === undefined) return scheduleNext()
  here.replaceWith(come)
  if (come.dataset.again !== undefined) return scheduleNext()
  await takeFindings().catch(() => undefined)
}

async function part(address: string, selector: string): Promise<HTMLElement | undefined> {
  const answer = await fetch(address)
  if (!answer.ok) return undefined
  const found = new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector<HTMLElement>(selector)
  return found === null ? undefined : document.adoptNode(found)
}

/** Updates the results and the timeline. A part that has the focus stays unchanged. */
async function takeFindings(): Promise<void> {
  const come = await part(location.pathname, '.call')
  let before: Element | null = null
  for (const id of ['timeline', ...PARTS]) {
    const here: Element | null = document.getElementById(id)
    const next = come?.querySelector(`#${id}`) ?? null
    if (here?.contains(document.activeElement) === true || next === null) {
      before = here ?? before
      continue
    }
    if (here === null) before?.after(next)
    else here.replaceWith(next)
    before = next
  }
  const said = document.querySelector('main > .said')
  if (said !== null) {
    said.textContent = t('Analysis finished')
    said.removeAttribute('data-empty')
  }
  document.dispatchEvent(new CustomEvent(UPDATED))
}
