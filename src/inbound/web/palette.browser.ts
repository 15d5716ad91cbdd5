import { setAppearance } from './appearance.browser.ts'

/** Command palette (Ctrl or ⌘ K, `/`) and the list of keys (`?`). The service renders the entries. */

const palette = document.querySelector<HTMLDialogElement>('#palette')
const input = palette?.querySelector('input') ?? null
const list = palette?.querySelector<HTMLElement>('[role=listbox]') ?? null
const keys = document.querySelector<HTMLDialogElement>('#keys')
const TYPING_MILLISECONDS = 120

let waiting: ReturnType<typeof setTimeout> | undefined
let asking: AbortController | undefined
/** Words of the entries that are shown. */
let shown: string | undefined

export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  // A slider or a checkbox takes no words.
  if (target instanceof HTMLInputElement && /^(range|checkbox|radio|button|submit)$/.test(target.type)) return false
  return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)
}

function openPalette(): void {
  if (palette === null || input === null || palette.open) return
  for (const menu of document.querySelectorAll<HTMLDetailsElement>('details.menu[open]')) menu.open = false
  palette.showModal()
  input.select()
  if (shown === undefined) void load()
}

/** Shows the entries for the words. The old ones stay until the new ones are there. */
async function load(): Promise<void> {
  if (palette === null || input === null || list === null) return
  const words = input.value.trim()
  if (words === shown) return
  asking?.abort()
  asking = new AbortController()
  const { signal } = asking
  try {
    const answer = await fetch(
      `${palette.dataset.entries}?${new URLSearchParams({ q: words, at: location.pathname })}`,
      { signal },
    )
    // A session that has expired redirects to the sign-in page.
    if (!answer.ok || answer.redirected) return location.assign('/search')
    const text = await answer.text()
    if (signal.aborted) return
    list.innerHTML = text
    shown = words
    select(0)
  } catch (error) {
    // A newer request replaces an aborted one. Without a connection, the entries stay, and the next key tries again.
    if (!(error instanceof DOMException || error instanceof TypeError)) throw error
  }
}

const options = () => [...(list?.querySelectorAll<HTMLAnchorElement>('[role=option]') ?? [])]

function select(index: number): void {
  const all = options()
  const at = all.length === 0 ? -1 : (index + all.length) % all.length
  for (const [place, option] of all.entries()) option.setAttribute('aria-selected', String(place === at))
  const option = all[at]
  option?.scrollIntoView({ block: 'nearest' })
  if (option === undefined) input?.removeAttribute('aria-activedescendant')
  else input?.setAttribute('aria-activedescendant', option.id)
}

const findSelected = () => options().findIndex((option) => option.getAttribute('aria-selected') === 'true')

input?.addEventListener('input', () => {
  clearTimeout(waiting)
  waiting = setTimeout(() => void load(), TYPING_MILLISECONDS)
})

input?.addEventListener('keydown', (event) => {
  const { key } = event
  if (event.isComposing) return
  if (key === 'ArrowDown') select(findSelected() + 1)
  else if (key === 'ArrowUp') select(findSelected() - 1)
  else if (key === 'Enter') void openSelected()
  else return
  event.preventDefault()
})

/** Opens the selected entry. Words that were typed just before have their entries first. */
async function openSelected(): Promise<void> {
  clearTimeout(waiting)
  await load()
  options()[findSelected()]?.click()
}

list?.addEventListener('pointermove', ({ target }) => {
  const at = target instanceof Element ? options().indexOf(target.closest('[role=option]') as HTMLAnchorElement) : -1
  if (at >= 0 && at !== findSelected()) select(at)
})

/** Entries that set the color scheme or the language instead of opening a page. */
list?.addEventListener('click', (event) => {
  const option = event.target instanceof Element ? event.target.closest<HTMLElement>('[role=option]') : null
  const { setTheme: theme, setLanguage: language } = option?.dataset ?? {}
  if (theme === undefined && language === undefined) return
  event.preventDefault()
  if (theme !== undefined) {
    setAppearance(theme)
    palette?.close()
    return
  }
  const form = palette?.querySelector('form')
  const field = form?.elements.namedItem('language')
  if (field instanceof HTMLInputElement) field.value = language ?? ''
  form?.submit()
})

// A click outside of a dialog closes it. Dialogs have no padding, so a click on their content has another target.
for (const dialog of [palette, keys])
  dialog?.addEventListener('click', ({ target }) => {
    if (target === dialog) dialog.close()
  })

document.addEventListener('click', (event) => {
  const { target } = event
  if (!(target instanceof Element) || target.closest('[data-palette]') === null) return
  if (event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  openPalette()
})

document.addEventListener('keydown', (event) => {
  if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k') {
    event.preventDefault()
    openPalette()
  }
  if (isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey) return
  if (document.querySelector('dialog[open]') !== null) return
  if (event.key === '/') {
    event.preventDefault()
    const search = document.querySelector<HTMLInputElement>('main input[type=search], .find input')
    if (search === null || search.offsetParent === null) openPalette()
    else search.focus()
  }
  if (event.key === '?') showKeys()
})

document.addEventListener('click', ({ target }) => {
  if (target instanceof Element && target.closest('[data-show-keys]') !== null) showKeys()
})

/** Shows the keys of all pages, and those of this page. */
function showKeys(): void {
  const all = keys?.querySelector('.keys')
  if (keys === null || all === null || all === undefined) return
  for (const own of document.querySelectorAll('[data-keys]:not([data-listed])')) {
    own.setAttribute('data-listed', '')
    for (const child of own.children) all.append(child.cloneNode(true))
  }
  keys.showModal()
}
