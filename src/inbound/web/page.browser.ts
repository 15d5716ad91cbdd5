/** Script of every page: times in the user's time zone, `/` for search, and menus that close. */
import { UPDATED } from './enhance.browser.ts'

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
const YEAR = 31_536_000

/** Stores the time zone for the next page. The times of this page are updated here. */
if (!document.cookie.includes(`parley_zone=${encodeURIComponent(zone)}`)) {
  // biome-ignore lint/suspicious/noDocumentCookie: not all browsers support the Cookie Store API yet
  document.cookie = `parley_zone=${encodeURIComponent(zone)}; path=/; max-age=${YEAR}; samesite=lax`
}

function showTimes(): void {
  for (const time of document.querySelectorAll<HTMLTimeElement>('time[data-style]')) {
    const options = STYLES[time.dataset.style ?? '']
    if (time.dataset.zone !== zone && options !== undefined) {
      time.textContent = new Intl.DateTimeFormat('en-GB', options).format(new Date(time.dateTime))
      time.dataset.zone = zone
    }
  }
}

/** Same formats as in `kit/times.ts`. */
const STYLES: Record<string, Intl.DateTimeFormatOptions> = {
  day: { day: 'numeric', month: 'short', year: 'numeric' },
  moment: { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' },
}

showTimes()
document.addEventListener(UPDATED, showTimes)

document.addEventListener('keydown', (event) => {
  const { target } = event
  const typing =
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  if (event.key === '/' && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
    const search = document.querySelector<HTMLInputElement>('main input[type=search], .find input')
    search?.focus()
    event.preventDefault()
  }
  if (event.key === 'Escape') {
    for (const open of document.querySelectorAll<HTMLDetailsElement>('.top details[open]')) open.open = false
  }
})

document.addEventListener('click', (event) => {
  for (const open of document.querySelectorAll<HTMLDetailsElement>('.top details[open]')) {
    if (event.target instanceof Node && !open.contains(event.target)) open.open = false
  }
})

/** Asks for confirmation before a form with `data-confirm` is submitted. */
document.addEventListener(
  'submit',
  (event) => {
    const words = event.submitter?.dataset.confirm
    if (words !== undefined && !window.confirm(words)) event.preventDefault()
  },
  { capture: true },
)
