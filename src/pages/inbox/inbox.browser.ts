/** Keys of the inbox: J and K move between rows, E marks the row as done. Opening a row marks it as read. */

const rows = (): HTMLAnchorElement[] => [...document.querySelectorAll<HTMLAnchorElement>('.inbox-open')]

document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target)) return
  const all = rows()
  const now = all.findIndex((one) => one.closest('li')?.contains(document.activeElement))
  const key = event.key.toLowerCase()
  if (key === 'j') all[Math.min(now + 1, all.length - 1)]?.focus()
  else if (key === 'k') all[Math.max(now - 1, 0)]?.focus()
  else if (key === 'e' && now !== -1) submit(all[now], 'done')
  else return
  event.preventDefault()
})

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null

const formIn = (link: HTMLAnchorElement | undefined, action: string): HTMLFormElement | null =>
  link?.closest('li')?.querySelector<HTMLFormElement>(`form[action$="/${action}"]`) ?? null

function submit(link: HTMLAnchorElement | undefined, action: string): void {
  formIn(link, action)?.requestSubmit()
}

document.addEventListener('click', (event) => {
  const link =
    event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('.inbox-new .inbox-open') : null
  const form = formIn(link ?? undefined, 'read')
  if (form === null) return
  const body = new URLSearchParams()
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') body.append(name, value)
  // If the request fails, the row stays unread.
  fetch(form.action, { method: 'POST', body, keepalive: true }).catch(() => undefined)
})
