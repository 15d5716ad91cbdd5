/** Script of the API reference: search as you type, links by operation ID, and requests with an API key. */

/** Opens the page of an operation whose ID is the fragment of the overview URL. */
const wanted = decodeURIComponent(location.hash.slice(1))
const line = wanted === '' ? null : document.getElementById(wanted)
const there = line?.matches('.family li') === true ? line.querySelector('a') : null
if (there !== null) location.replace(there.href)

const search = document.querySelector<HTMLInputElement>('.find input')
const lines = [...document.querySelectorAll<HTMLLIElement>('.family li[data-text]')]
search?.addEventListener('input', () => {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean)
  for (const one of lines) one.hidden = !words.every((word) => one.dataset.text?.includes(word))
  for (const family of document.querySelectorAll<HTMLElement>('.family')) {
    family.hidden = family.querySelector('li:not([hidden])') === null
  }
  for (const other of document.querySelectorAll<HTMLElement>('main > .card')) other.hidden = words.length > 0
})

/** On narrow screens, the list of groups precedes the page, so it starts closed. Same width as in `api-docs.css`. */
const groups = document.querySelector<HTMLDetailsElement>('.docs-groups')
if (groups !== null && matchMedia('(max-width: 47.99rem)').matches) groups.open = false

for (const one of document.querySelectorAll<HTMLElement>('.try')) one.hidden = false

/** Copies an entered API key to all key fields of the page. The key isn't stored anywhere else. */
document.addEventListener('input', ({ target }) => {
  if (!(target instanceof HTMLInputElement) || target.dataset.key === undefined) return
  for (const other of document.querySelectorAll<HTMLInputElement>('[data-key]')) {
    if (other !== target) other.value = target.value
  }
})

document.addEventListener('submit', (event) => {
  const form = event.target
  const box = form instanceof HTMLFormElement ? form.closest<HTMLElement>('.try') : null
  if (!(form instanceof HTMLFormElement) || box === null) return
  event.preventDefault()
  void tryOut(form, box)
})

async function tryOut(form: HTMLFormElement, box: HTMLElement): Promise<void> {
  const output = form.querySelector('output')
  if (output === null) return
  const { method = 'GET', path = '' } = box.dataset
  const readTyped = (selector: string) =>
    form.querySelector<HTMLInputElement | HTMLTextAreaElement>(selector)?.value ?? ''
  let address = `/v2${path}`
  const query = new URLSearchParams()
  for (const field of form.querySelectorAll<HTMLInputElement>('[data-in]')) {
    const { name = '' } = field.dataset
    if (field.dataset.in === 'path') address = address.replace(`{${name}}`, encodeURIComponent(field.value))
    else if (field.value !== '') query.append(name, field.value)
  }
  const body = form.querySelector('[data-body]') === null ? '' : readTyped('[data-body]')
  const headers: Record<string, string> = { authorization: readTyped('[data-key]').trim(), accept: 'application/json' }
  if (body.trim() !== '') headers['content-type'] = 'application/json'
  form.setAttribute('aria-busy', 'true')
  output.replaceChildren('Sending…')
  const begun = performance.now()
  try {
    // Without cookies, like a request of an API client.
    const answer = await fetch(`${address}${query.size > 0 ? `?${query}` : ''}`, {
      ...{ method, headers, credentials: 'omit', cache: 'no-store', redirect: 'manual' },
      ...(body.trim() === '' ? {} : { body }),
    })
    const text = await answer.text()
    const took = Math.round(performance.now() - begun)
    output.replaceChildren(
      part('p', `${answer.status} ${answer.statusText}, ${took} ms`),
      folded('Headers', [...answer.headers].map(([name, value]) => `${name}: ${value}`).join('\n')),
      part('pre', pretty(text)),
    )
  } catch {
    output.replaceChildren(
      part('p', "Couldn't send the request. Check your connection, and check the API key for invalid characters."),
    )
  } finally {
    form.removeAttribute('aria-busy')
  }
}

/** Maximum number of characters shown, so that the page stays responsive. */
const SHOWN_MAX = 200_000

function pretty(text: string): string {
  let shown = text
  try {
    shown = JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    // Not JSON: shown unchanged.
  }
  return shown.length > SHOWN_MAX
    ? `${shown.slice(0, SHOWN_MAX)}\n… ${shown.length - SHOWN_MAX} more characters`
    : shown
}

function part(name: 'p' | 'pre', text: string): HTMLElement {
  const element = document.createElement(name)
  element.textContent = text === '' ? '(no body)' : text
  if (name === 'pre') {
    element.tabIndex = 0
    element.setAttribute('aria-label', 'Response')
    element.setAttribute('role', 'region')
  }
  return element
}

function folded(title: string, text: string): HTMLElement {
  const details = document.createElement('details')
  const summary = document.createElement('summary')
  summary.textContent = title
  details.append(summary, part('pre', text))
  return details
}
