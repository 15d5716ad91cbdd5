/** Script of every page: times in the user's time zone, menus that close, the color scheme and the search of the settings. */
import { APPEARANCE, setAppearance } from './appearance.browser.ts'
import { UPDATED } from './enhance.browser.ts'
import { pageLocale } from './languages/messages.browser.ts'

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
const YEAR = 31_536_000
const SAID_MILLISECONDS = 6000

/** Stores the time zone for the next page. The times of this page are updated here. */
if (!document.cookie.includes(`parley_zone=${encodeURIComponent(zone)}`)) {
  // biome-ignore lint/suspicious/noDocumentCookie: not all browsers support the Cookie Store API yet
  document.cookie = `parley_zone=${encodeURIComponent(zone)}; path=/; max-age=${YEAR}; samesite=lax`
}

function showTimes(): void {
  for (const time of document.querySelectorAll<HTMLTimeElement>('time[data-style]')) {
    const options = STYLES[time.dataset.style ?? '']
    if (time.dataset.zone !== zone && options !== undefined) {
      time.textContent = new Intl.DateTimeFormat(pageLocale(), options).format(new Date(time.dateTime))
      time.dataset.zone = zone
    }
  }
}

/** Same formats as in `pages/components/times.ts`. */
const STYLES: Record<string, Intl.DateTimeFormatOptions> = {
  day: { day: 'numeric', month: 'short', year: 'numeric' },
  dayOfYear: { day: 'numeric', month: 'short' },
  momentOfYear: { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  moment: { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' },
  clock: { hour: '2-digit', minute: '2-digit' },
}

showTimes()
document.addEventListener(UPDATED, showTimes)

document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') closeMenus(undefined)
})

document.addEventListener('click', ({ target }) => closeMenus(target instanceof Node ? target : undefined))

/** Closes the open menus, except for the one that contains an element. The focus returns to the button of the menu. */
function closeMenus(inside: Node | undefined): void {
  for (const menu of document.querySelectorAll<HTMLDetailsElement>('details.menu[open]')) {
    if (inside !== undefined && menu.contains(inside)) continue
    const hadFocus = menu.contains(document.activeElement)
    menu.open = false
    if (hadFocus) menu.querySelector('summary')?.focus()
  }
}

/** A form that opens from a button gets the focus in its first field. */
document.addEventListener(
  'toggle',
  ({ target }) => {
    if (target instanceof HTMLDetailsElement && target.matches('.form-menu[open]'))
      target.querySelector<HTMLElement>('.form-drop :is(input:not([type="hidden"]), select, textarea)')?.focus()
  },
  { capture: true },
)

/** Scrolls tabs to the selected one, also after their width changes. Sets the offset, because `scrollIntoView` also scrolls the page. */
const tabsResized = new ResizeObserver((entries) => {
  for (const { target: tabs } of entries) {
    const selected = tabs.querySelector(':scope > :is([aria-selected="true"], [aria-current])')
    if (selected === null) continue
    const [own, all] = [selected.getBoundingClientRect(), tabs.getBoundingClientRect()]
    tabs.scrollLeft += own.left + own.width / 2 - (all.left + all.width / 2)
  }
})
for (const tabs of document.querySelectorAll('.tabs')) tabsResized.observe(tabs)

/** Names of keys on this platform. */
if (/mac|iphone|ipad/i.test(navigator.platform))
  for (const key of document.querySelectorAll<HTMLElement>('[data-shortcut]'))
    key.textContent = `⌘${key.dataset.shortcut}`

/** Buttons of the color scheme. */
for (const choice of document.querySelectorAll<HTMLElement>('[data-appearance]')) {
  choice.hidden = false
  const show = () => {
    for (const button of choice.querySelectorAll('button'))
      button.setAttribute('aria-pressed', String(button.value === (document.documentElement.dataset.theme ?? '')))
  }
  show()
  choice.addEventListener('click', ({ target }) => {
    if (!(target instanceof HTMLButtonElement)) return
    setAppearance(target.value)
  })
  document.addEventListener(APPEARANCE, show)
}

/** Filters the entries of the settings while the user types. Without scripts, the form opens the overview. */
for (const input of document.querySelectorAll<HTMLInputElement>('[data-filter]')) {
  const list = document.querySelector(input.dataset.filter ?? '')
  input.addEventListener('input', () => {
    const asked = input.value.trim().toLowerCase()
    for (const section of list?.querySelectorAll('section') ?? []) {
      for (const entry of section.querySelectorAll('li'))
        entry.hidden = !`${entry.textContent} ${entry.dataset.words ?? ''}`.toLowerCase().includes(asked)
      section.hidden = section.querySelector('li:not([hidden])') === null
    }
    const none = list?.querySelector<HTMLElement>('.none')
    if (none) none.hidden = list?.querySelector('section:not([hidden])') !== null
  })
}

/** Hides a confirmation after a while. It stays in the status line for screen readers until then. */
function hideConfirmation(): void {
  const said = document.querySelector('main > .said:not([data-empty])')
  if (said !== null) setTimeout(() => said.setAttribute('data-empty', ''), SAID_MILLISECONDS)
}
hideConfirmation()
document.addEventListener(UPDATED, hideConfirmation)

/** Asks for confirmation before a form with `data-confirm` is submitted. */
document.addEventListener(
  'submit',
  (event) => {
    const words = event.submitter?.dataset.confirm
    if (words !== undefined && !window.confirm(words)) event.preventDefault()
  },
  { capture: true },
)
