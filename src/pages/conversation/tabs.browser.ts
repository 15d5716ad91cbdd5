/** Tabs of the panel: swaps panels in place, keeps the tab in the URL, and moves by arrow keys (WAI-ARIA, tabs pattern). */
import { UPDATED } from '../../inbound/web/enhance.browser.ts'
import { PANE } from './transcript.browser.ts'

/** Event after a panel became visible. */
export const TAB_OPENED = 'parley:tab'

const call = document.querySelector<HTMLElement>('.call')
const wide = matchMedia('(min-width: 64rem) and (min-height: 40rem)')
const tabs = [...document.querySelectorAll<HTMLAnchorElement>('.call-tabs [role=tab]')]
const panels = [...document.querySelectorAll<HTMLElement>('.call-tabpanel')]

/** Panel that is open, also while a small screen shows the transcript. */
const openName = () => panels.find((panel) => !panel.hidden)?.id.replace('panel-', '') ?? 'summary'
const selectedName = () => (!wide.matches && call?.dataset.pane === 'transcript' ? 'transcript' : openName())

function showSelected(): void {
  const selected = selectedName()
  for (const tab of tabs) {
    const isSelected = tab.dataset.tab === selected
    tab.setAttribute('aria-selected', String(isSelected))
    tab.tabIndex = isSelected ? 0 : -1
  }
}

/** Opens a tab, and the panel of it on small screens. */
export function openTab(name: string): void {
  if (call === null) return
  call.dataset.pane = name === 'transcript' ? 'transcript' : 'panel'
  if (name !== 'transcript') for (const panel of panels) panel.hidden = panel.id !== `panel-${name}`
  showSelected()
  // A narrow row of tabs scrolls.
  tabs.find((tab) => tab.dataset.tab === name)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  const url = new URL(location.href)
  if (name === 'transcript') url.searchParams.delete('tab')
  else url.searchParams.set('tab', name)
  url.hash = ''
  history.replaceState(null, '', url)
  document.dispatchEvent(new CustomEvent(TAB_OPENED))
}

const tablist = document.querySelector<HTMLElement>('.call-tabs')
tablist?.addEventListener('click', (event) => {
  const tab = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('[role=tab]') : null
  if (tab === null || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
  event.preventDefault()
  openTab(tab.dataset.tab ?? 'summary')
  if (!wide.matches) scrollTo({ top: Math.min(scrollY, tablist.offsetTop) })
})
tablist?.addEventListener('keydown', (event) => {
  const shown = tabs.filter((tab) => tab.offsetParent !== null)
  const at = shown.indexOf(document.activeElement as HTMLAnchorElement)
  const last = shown.length - 1
  const targets: Record<string, number> = {
    ArrowRight: at === last ? 0 : at + 1,
    ArrowLeft: at <= 0 ? last : at - 1,
    Home: 0,
    End: last,
  }
  const next = shown[targets[event.key] ?? -1]
  if (event.key === ' ') shown[at]?.click()
  else if (next !== undefined) {
    next.focus()
    next.click()
  } else return
  event.preventDefault()
})

/** A link to an element inside a closed panel opens it: addresses of parts, as in messages of earlier versions. */
function openHash(): void {
  if (!/^#[\w-]+$/.test(location.hash)) return
  const panel = document.querySelector(location.hash)?.closest<HTMLElement>('.call-tabpanel')
  if (panel === null || panel === undefined) return
  const { hash } = location
  if (panel.hidden || (!wide.matches && call?.dataset.pane === 'transcript')) {
    openTab(panel.id.replace('panel-', ''))
    document.querySelector(hash)?.scrollIntoView()
  }
}
addEventListener('hashchange', openHash)
document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('.conversation-menu a') : null
  if (link === null || new URL(link.href).pathname !== location.pathname || link.hash === '') return
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
  event.preventDefault()
  link.closest('details')?.removeAttribute('open')
  openTab(document.querySelector(link.hash)?.closest('.call-tabpanel')?.id.replace('panel-', '') ?? 'details')
  document.querySelector(link.hash)?.scrollIntoView()
})
document.addEventListener(PANE, showSelected)
document.addEventListener(UPDATED, showSelected)
wide.addEventListener('change', showSelected)
showSelected()
openHash()

/** Menus close on Escape and on a click elsewhere. */
const MENUS = '.conversation-menu[open], .call-people[open]'
const close = (keep: Node | null) => {
  for (const menu of document.querySelectorAll<HTMLDetailsElement>(MENUS)) if (!menu.contains(keep)) menu.open = false
}
document.addEventListener('click', ({ target }) => close(target instanceof Node ? target : null))
document.addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape') return
  const summary = document.querySelector<HTMLElement>(`${MENUS} > summary`)
  close(null)
  if (summary?.closest('details')?.contains(document.activeElement) === true) summary.focus()
})
