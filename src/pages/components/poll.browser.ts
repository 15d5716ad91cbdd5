/**
 * Polls elements that have an ID, `data-again` (URL) and `data-after` (first delay in milliseconds). The delay grows with
 * each request. Polling ends when the fetched element has no `data-again`.
 */
import { UPDATED } from '../../inbound/web/enhance.browser.ts'

const SLOWER = 1.5
const LONGEST_MS = 30_000

for (const part of document.querySelectorAll<HTMLElement>('[id][data-again]')) {
  scheduleNext(part, Number(part.dataset.after ?? 2_000))
}

function scheduleNext(part: HTMLElement, wait: number): void {
  setTimeout(() => void poll(part, wait), wait)
}

async function poll(part: HTMLElement, wait: number): Promise<void> {
  const address = part.dataset.again
  if (address === undefined || !part.isConnected) return
  if (document.hidden) {
    document.addEventListener('visibilitychange', () => void poll(part, wait), { once: true })
    return
  }
  const come = await fetchPart(address, part.id).catch(() => undefined)
  const next = Math.min(LONGEST_MS, wait * SLOWER)
  if (come === undefined) return scheduleNext(part, next)
  part.replaceWith(come)
  document.dispatchEvent(new CustomEvent(UPDATED))
  if (come.dataset.again !== undefined) scheduleNext(come, next)
}

async function fetchPart(address: string, id: string): Promise<HTMLElement | undefined> {
  const answer = await fetch(address)
  if (!answer.ok) return undefined
  const found = new DOMParser().parseFromString(await answer.text(), 'text/html').getElementById(id)
  return found === null ? undefined : document.adoptNode(found)
}
