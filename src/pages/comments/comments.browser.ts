/**
 * Completion of mentions: offers people who see the call while the user writes `@` and a part of a name. The text field keeps
 * the focus; the list follows the pattern of a text box with a list (WAI-ARIA `aria-activedescendant`).
 */
import { t } from '../../inbound/web/languages/messages.browser.ts'

const LIST = 'comments-people'
/** Text after the last `@`, up to the caret. */
const MENTION = /(?:^|[^\p{L}\p{N}])@([\p{L}\p{N}.'@-]*(?: [\p{L}\p{N}.'-]*)?)$/u
/** Delay after the last key, in milliseconds. */
const PAUSE = 150

let field: HTMLTextAreaElement | undefined
let pending: ReturnType<typeof setTimeout> | undefined
let requests = 0

const list = (): HTMLElement | null => document.getElementById(LIST)
const options = (): HTMLElement[] => [...(list()?.querySelectorAll<HTMLElement>('[role=option]') ?? [])]
const chosen = (): HTMLElement | undefined => options().find((one) => one.getAttribute('aria-selected') === 'true')

const queryIn = (area: HTMLTextAreaElement): string | undefined =>
  MENTION.exec(area.value.slice(0, area.selectionStart))?.[1]

document.addEventListener('input', (event) => {
  const area = event.target
  if (!(area instanceof HTMLTextAreaElement) || area.closest('.comments') === null) return
  clearTimeout(pending)
  const query = queryIn(area)
  if (query === undefined) return close()
  pending = setTimeout(() => void offer(area, query), PAUSE)
})

async function offer(area: HTMLTextAreaElement, query: string): Promise<void> {
  const people = area.closest<HTMLElement>('.comments')?.dataset.people
  if (people === undefined) return
  const request = ++requests
  const answer = await fetch(`${people}?query=${encodeURIComponent(query)}`).catch(() => undefined)
  // Without a connection, the user writes the whole name.
  if (answer?.ok !== true) return close()
  const found = new DOMParser().parseFromString(await answer.text(), 'text/html').querySelectorAll('[role=option]')
  if (request !== requests || queryIn(area) === undefined) return
  close()
  if (found.length === 0) return
  const box = document.createElement('ul')
  box.id = LIST
  box.className = 'comments-people'
  box.setAttribute('role', 'listbox')
  box.setAttribute('aria-label', t('People to mention'))
  box.append(...[...found].map((one) => document.adoptNode(one)))
  for (const [index, one] of [...box.children].entries()) one.id = `${LIST}-${index}`
  area.insertAdjacentElement('afterend', box)
  area.setAttribute('aria-autocomplete', 'list')
  area.setAttribute('aria-controls', LIST)
  field = area
  choose(0)
}

function choose(index: number): void {
  const all = options()
  const at = (index + all.length) % all.length
  for (const [other, one] of all.entries()) one.setAttribute('aria-selected', String(other === at))
  field?.setAttribute('aria-activedescendant', all[at]?.id ?? '')
}

function insert(option: HTMLElement): void {
  if (field === undefined) return
  const query = queryIn(field)
  const handle = option.dataset.handle ?? ''
  if (query !== undefined) {
    const end = field.selectionStart
    field.setRangeText(`${handle} `, end - query.length, end, 'end')
  }
  field.focus()
  close()
}

function close(): void {
  list()?.remove()
  field?.removeAttribute('aria-activedescendant')
  field?.removeAttribute('aria-controls')
  field = undefined
}

document.addEventListener('keydown', (event) => {
  if (field === undefined || event.target !== field) return
  const all = options()
  const now = all.indexOf(chosen() ?? field)
  if (event.key === 'ArrowDown') choose(now + 1)
  else if (event.key === 'ArrowUp') choose(now - 1)
  else if (event.key === 'Enter' || event.key === 'Tab') {
    const option = chosen()
    if (option !== undefined) insert(option)
  } else if (event.key === 'Escape') close()
  else return
  event.preventDefault()
})

document.addEventListener('mousedown', (event) => {
  const option = event.target instanceof Element ? event.target.closest<HTMLElement>(`#${LIST} [role=option]`) : null
  if (option === null) return close()
  event.preventDefault()
  insert(option)
})
