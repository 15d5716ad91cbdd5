/**
 * Submits forms without leaving the page. A form with `data-enhance` is sent with `fetch`, and the response replaces the
 * elements that its value selects (`#id, #other`), or `main`. Playback and scroll position are kept. If the response is a
 * different page, the browser opens it.
 */

/** Event after an update, for modules that process the new elements. */
export const UPDATED = 'parley:updated'
/** Session storage key for the confirmation of a fetched page until that page is opened. */
const SAID = 'parley:said'

document.addEventListener('submit', (event) => {
  const form = event.target
  if (!(form instanceof HTMLFormElement) || form.dataset.enhance === undefined || event.defaultPrevented) return
  if (form.enctype === 'multipart/form-data') return
  event.preventDefault()
  const button = event.submitter
  void send(form, button instanceof HTMLButtonElement ? button : null)
})

async function send(form: HTMLFormElement, button: HTMLButtonElement | null): Promise<void> {
  const fields = new FormData(form, button)
  const body = new URLSearchParams()
  for (const [name, value] of fields) if (typeof value === 'string') body.append(name, value)
  const get = form.method === 'get'
  const address = new URL(
    button?.getAttribute('formaction') ?? form.getAttribute('action') ?? location.href,
    location.href,
  )
  if (get) address.search = body.toString()
  form.setAttribute('aria-busy', 'true')
  try {
    const answer = await fetch(address, get ? {} : { method: 'POST', body })
    const ended = new URL(answer.url)
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
    // The response is a different page.
    if (answer.redirected && ended.pathname !== location.pathname)
      return openFetchedPage(page, ended, form.dataset.enhance ?? '')
    // Requests to the path of another page don't change the URL.
    if (get && ended.pathname === location.pathname) history.replaceState(null, '', ended)
    take(page, form.dataset.enhance ?? '')
  } catch {
    // Without a network connection, or if the response isn't a page, the regular form submission shows the error.
    form.removeAttribute('data-enhance')
    form.requestSubmit(button)
  } finally {
    form.removeAttribute('aria-busy')
  }
}

/**
 * Opens a page that was already fetched. Its confirmation is shown only once, so it is stored for the next load. The URL of
 * a response has no fragment (Fetch, section 5.5), so the fragment comes from the form.
 */
export function openFetchedPage(page: Document, ended: URL, wanted: string): void {
  const said = page.querySelector('main > .said')?.textContent ?? ''
  if (said !== '') sessionStorage.setItem(SAID, said)
  const [first = ''] = wanted.split(',')
  if (/^#[\w-]+$/.test(first) && page.querySelector(first) !== null) ended.hash = first
  location.assign(ended)
}

function showNotice(words: string): void {
  const told = document.querySelector('main > .said')
  if (told === null) return
  told.textContent = words
  told.toggleAttribute('data-empty', words === '')
}

const kept = sessionStorage.getItem(SAID)
if (kept !== null) {
  sessionStorage.removeItem(SAID)
  showNotice(kept)
}

function take(page: Document, wanted: string): void {
  const active = document.activeElement
  const trail = idsAround(active)
  const ids = wanted.split(',').map((id) => id.trim())
  const asked = ids.some((id) => id !== '') ? ids : ['main']
  // A response without the selected elements contains an error message instead.
  const places = asked.some((place) => page.querySelector(place) !== null) ? asked : ['main']
  for (const place of places) {
    const here = document.querySelector(place)
    const come = page.querySelector(place)
    if (here !== null && come !== null) here.replaceWith(document.adoptNode(come))
  }
  const said = page.querySelector('main > .said')
  if (said !== null && !places.includes('main')) showNotice(said.textContent ?? '')
  if (active?.isConnected !== true) focusAgain(trail)
  const problem = document.querySelector<HTMLElement>('[role=alert]')
  problem?.scrollIntoView({ block: 'nearest' })
  document.dispatchEvent(new CustomEvent(UPDATED))
}

/** IDs of an element and its ancestors, innermost first. */
export function idsAround(element: Element | null): string[] {
  const ids: string[] = []
  for (let one = element; one !== null && one !== document.body; one = one.parentElement)
    if (one.id !== '') ids.push(one.id)
  return ids
}

/** Restores the focus to the innermost element that still exists. The focused button may be gone after its action. */
export function focusAgain(ids: readonly string[]): void {
  const found = ids.map((id) => document.getElementById(id)).find((one) => one !== null)
  if (found === undefined || found === null) return
  found.focus({ preventScroll: true })
  if (document.activeElement === found) return
  found.tabIndex = -1
  found.focus({ preventScroll: true })
}
