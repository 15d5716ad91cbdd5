/**
 * Updates search results while the user types. Only the result of the newest request is shown, in whatever order
 * responses arrive. The URL is updated too, so that it can be shared.
 */
import { UPDATED } from '../../inbound/web/enhance.browser.ts'

const WAIT_MS = 160

const form = document.querySelector<HTMLFormElement>('form[data-instant]')
const place = document.querySelector<HTMLElement>(form?.dataset.instant ?? '')

let timer: number | undefined
let running: AbortController | undefined
let last = form === null ? '' : serializeForm(form)

function serializeForm(of: HTMLFormElement): string {
  const fields = new URLSearchParams()
  for (const [name, value] of new FormData(of))
    if (typeof value === 'string' && value !== '') fields.append(name, value)
  return fields.toString()
}

async function renew(of: HTMLFormElement, where: HTMLElement): Promise<void> {
  const query = serializeForm(of)
  if (query === last) return
  last = query
  running?.abort()
  const mine = new AbortController()
  running = mine
  const page = new URL(of.action)
  where.setAttribute('aria-busy', 'true')
  try {
    const answer = await fetch(`${page.pathname}/found?${query}`, { signal: mine.signal })
    // If the session has ended or the service is unavailable, the regular form submission shows the error.
    if (!answer.ok || answer.redirected) return of.submit()
    const text = await answer.text()
    if (mine.signal.aborted) return
    const come = new DOMParser().parseFromString(text, 'text/html')
    where.replaceChildren(...[...come.body.childNodes].map((node) => document.adoptNode(node)))
    history.replaceState(null, '', `${page.pathname}?${query}`)
    updateQuestion(new URLSearchParams(query).get('q') ?? '')
    document.dispatchEvent(new CustomEvent(UPDATED))
  } catch (error) {
    if (!mine.signal.aborted) throw error
  } finally {
    if (running === mine) where.removeAttribute('aria-busy')
  }
}

/** Updates the search text in the links and forms of the page. */
function updateQuestion(q: string): void {
  for (const field of document.querySelectorAll<HTMLInputElement>('#filters input[name=q]')) field.value = q
  for (const link of document.querySelectorAll<HTMLAnchorElement>('#filters a, main nav.tabs a')) {
    const address = new URL(link.href)
    address.searchParams.set('q', q)
    link.href = address.href
  }
}

if (form !== null && place !== null) {
  form.addEventListener('input', (event) => {
    window.clearTimeout(timer)
    const isTyping = event.target instanceof HTMLInputElement && event.target.type === 'search'
    timer = window.setTimeout(() => void renew(form, place), isTyping ? WAIT_MS : 0)
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    window.clearTimeout(timer)
    void renew(form, place)
  })
}
