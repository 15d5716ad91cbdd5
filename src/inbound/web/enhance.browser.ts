/**
 * Forms that do not leave the page. A form with `data-enhance` is sent by fetch, and what it leads to takes the place of
 * what is there: of the elements that its value names (`#id, #other`), or of all of main. Whatever plays goes on playing,
 * and the place on the page stays. A page that has moved elsewhere is opened as usual.
 */

/** Also for modules of pages that have to look at what has come. */
export const UPDATED = 'parley:updated'
/** What a page that was fetched has said, for the moment until it is opened. */
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
    // Somewhere else than here: a page of its own.
    if (answer.redirected && ended.pathname !== location.pathname) return go(page, ended, form.dataset.enhance ?? '')
    // What a part of this page asks another one for has no address here.
    if (get && ended.pathname === location.pathname) history.replaceState(null, '', ended)
    take(page, form.dataset.enhance ?? '')
  } catch {
    // The network is away, or the answer no page: as a form without a script, so that the browser says what is wrong.
    form.removeAttribute('data-enhance')
    form.requestSubmit(button)
  } finally {
    form.removeAttribute('aria-busy')
  }
}

/**
 * The page has been fetched already, and what it says is said once; where on it one was led to, fetch does not tell
 * (Fetch, section 5.5: without its fragment).
 */
function go(page: Document, ended: URL, wanted: string): void {
  const said = page.querySelector('main > .said')?.textContent ?? ''
  if (said !== '') sessionStorage.setItem(SAID, said)
  if (/^#[\w-]+$/.test(wanted) && page.querySelector(wanted) !== null) ended.hash = wanted
  location.assign(ended)
}

function tell(words: string): void {
  const told = document.querySelector('main > .said')
  if (told === null) return
  told.textContent = words
  told.toggleAttribute('data-empty', words === '')
}

const kept = sessionStorage.getItem(SAID)
if (kept !== null) {
  sessionStorage.removeItem(SAID)
  tell(kept)
}

function take(page: Document, wanted: string): void {
  const active = document.activeElement
  const trail = idsAround(active)
  const ids = wanted.split(',').map((id) => id.trim())
  const asked = ids.some((id) => id !== '') ? ids : ['main']
  // An answer without what was asked for says why there is none.
  const places = asked.some((place) => page.querySelector(place) !== null) ? asked : ['main']
  for (const place of places) {
    const here = document.querySelector(place)
    const come = page.querySelector(place)
    if (here !== null && come !== null) here.replaceWith(document.adoptNode(come))
  }
  const said = page.querySelector('main > .said')
  if (said !== null && !places.includes('main')) tell(said.textContent ?? '')
  if (active?.isConnected !== true) focusAgain(trail)
  const problem = document.querySelector<HTMLElement>('[role=alert]')
  problem?.scrollIntoView({ block: 'nearest' })
  document.dispatchEvent(new CustomEvent(UPDATED))
}

/** Of an element and of what it stands in, from the inside out. */
export function idsAround(element: Element | null): string[] {
  const ids: string[] = []
  for (let one = element; one !== null && one !== document.body; one = one.parentElement)
    if (one.id !== '') ids.push(one.id)
  return ids
}

/** Where one was, or the nearest of what was around it: a button may have gone with what it did. */
export function focusAgain(ids: readonly string[]): void {
  const found = ids.map((id) => document.getElementById(id)).find((one) => one !== null)
  if (found === undefined || found === null) return
  found.focus({ preventScroll: true })
  if (document.activeElement === found) return
  found.tabIndex = -1
  found.focus({ preventScroll: true })
}
