/**
 * Inbox: opens notifications next to the list without loading the page again, and marks them as read. Keys: J and K move, E
 * marks the selected one as done, Enter opens its call. Without this script, the links load the page.
 */
import { UPDATED } from '../../inbound/web/enhance.browser.ts'

/** Width from which both panes are visible; the same as in `inbox.css`. */
const WIDE = matchMedia('(min-width: 64rem)')

const links = (): HTMLAnchorElement[] => [...document.querySelectorAll<HTMLAnchorElement>('.inbox-open')]
const isNew = (link: Element): boolean => link.closest('.inbox-new') !== null
/** The notification that the user opened. Undefined if the list only selects its first one. */
const opened = (): HTMLAnchorElement | undefined =>
  links().find((one) => one.getAttribute('aria-current') === 'true' && one.closest('[data-open]') !== null)

let requests = 0

/** Opens a notification. An unread one is marked as read by the same request. */
async function open(link: HTMLAnchorElement, how: 'push' | 'replace'): Promise<void> {
  const request = ++requests
  const address = link.href
  try {
    const read = isNew(link) ? readForm(link.dataset.item ?? '') : undefined
    const answer = await fetch(read?.action ?? address, read?.init)
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
    if (request !== requests) return
    if (!show(page)) return location.assign(address)
    if (how === 'push') history.pushState(null, '', address)
  } catch {
    // Without a connection, the browser shows its own error.
    location.assign(address)
  }
}

function readForm(item: string): { action: string; init: RequestInit } | undefined {
  const form = document.querySelector<HTMLFormElement>('#inbox-read')
  if (form === null) return undefined
  const body = new URLSearchParams({ item })
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') body.append(name, value)
  return { action: form.action, init: { method: 'POST', body } }
}

/** Replaces the panes, the counts and the buttons by those of a page. @returns false if it isn't the inbox */
function show(page: Document): boolean {
  const [here, come] = [document.querySelector('#inbox'), page.querySelector('#inbox')]
  if (here === null || come === null) return false
  here.replaceWith(document.adoptNode(come))
  replaceAll(page, '.heading > .actions')
  replaceAll(page, '.side .count')
  replaceAll(page, '.tabbar .count')
  document.title = page.title
  document.dispatchEvent(new CustomEvent(UPDATED))
  const item = document.querySelector<HTMLElement>('#inbox-item')
  if (WIDE.matches) opened()?.scrollIntoView({ block: 'nearest' })
  else scrollTo(0, 0)
  item?.focus({ preventScroll: true })
  return true
}

function replaceAll(page: Document, selector: string): void {
  const come = [...page.querySelectorAll(selector)]
  for (const [index, one] of document.querySelectorAll(selector).entries()) {
    const other = come[index]
    if (other === undefined) one.remove()
    else one.replaceWith(document.adoptNode(other))
  }
}

document.addEventListener('click', (event) => {
  if (event.defaultPrevented || event.button !== 0) return
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('.inbox-open') : null
  if (link === null) return
  event.preventDefault()
  void open(link, 'push')
})

addEventListener('popstate', () => location.reload())

document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
  if (isUsed(event.target, event.key)) return
  const all = links()
  const now = all.findIndex((one) => one.getAttribute('aria-current') === 'true')
  const key = event.key.toLowerCase()
  const wanted = key === 'j' ? all[now + 1] : key === 'k' ? all[now - 1] : undefined
  if (wanted !== undefined) void open(wanted, 'push')
  else if (key === 'e') document.querySelector<HTMLFormElement>('#inbox-item form[action$="/done"]')?.requestSubmit()
  else if (event.key === 'Enter') document.querySelector<HTMLAnchorElement>('.inbox-call')?.click()
  else return
  event.preventDefault()
})

/** Whether an element uses the key itself: text fields all keys, links and buttons the Enter key. */
const isUsed = (target: EventTarget | null, key: string): boolean =>
  target instanceof HTMLElement &&
  target.closest(
    key === 'Enter' ? 'a, button, summary, input, textarea, select, dialog' : 'input, textarea, select, dialog',
  ) !== null

const first = opened()
if (first !== undefined && isNew(first)) void open(first, 'replace')
