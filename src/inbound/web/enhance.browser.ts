/**
 * Forms that do not leave the page. A form with `data-enhance` is sent by fetch, and what it leads to takes the place of
 * what is there: of the elements that its value names (`#id, #other`), or of all of main. Whatever plays goes on playing,
 * and the place on the page stays. A page that has moved elsewhere is opened as usual.
 */

/** Also for modules of pages that have to look at what has come. */
export const UPDATED = 'parley:updated'

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
    if (answer.redirected && ended.pathname !== location.pathname) return location.assign(ended)
    if (get) history.replaceState(null, '', ended)
    take(page, form.dataset.enhance ?? '')
  } catch {
    // The network is away, or the answer no page: as a form without a script, so that the browser says what is wrong.
    form.removeAttribute('data-enhance')
    form.requestSubmit(button)
  } finally {
    form.removeAttribute('aria-busy')
  }
}

function take(page: Document, wanted: string): void {
  const active = document.activeElement?.id
  const ids = wanted.split(',').map((id) => id.trim())
  const places = ids.some((id) => id !== '') ? ids : ['main']
  for (const place of places) {
    const here = document.querySelector(place)
    const come = page.querySelector(place)
    if (here !== null && come !== null) here.replaceWith(document.adoptNode(come))
  }
  const said = page.querySelector('main > .said')
  const told = document.querySelector('main > .said')
  if (said !== null && told !== null && !places.includes('main')) {
    told.textContent = said.textContent
    told.toggleAttribute('data-empty', said.textContent === '')
  }
  if (active !== undefined && active !== '') document.getElementById(active)?.focus({ preventScroll: true })
  const problem = document.querySelector<HTMLElement>('[role=alert]')
  problem?.scrollIntoView({ block: 'nearest' })
  document.dispatchEvent(new CustomEvent(UPDATED))
}
