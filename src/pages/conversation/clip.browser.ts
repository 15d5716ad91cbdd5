/** Offers tools next to selected words, and opens the clip form in a dialog. */
import { t } from '../../inbound/web/languages/messages.browser.ts'
import { commentOnSelection } from './comment.browser.ts'
import { showCopying } from './copy.browser.ts'
import { findCurrentTurn, readSelection, type SelectedTime, type SelectedWords } from './selection.browser.ts'
import { base } from './transcript.browser.ts'

/** Toolbar next to selected words. */
const toolbar = document.createElement('div')
toolbar.className = 'conversation-selected'
toolbar.setAttribute('role', 'toolbar')
toolbar.setAttribute('aria-label', t('Selected words'))
toolbar.hidden = true
document.body.append(toolbar)
addTimedTool(t('Create clip'), ({ from, to }) => void open(`${base}/clip?from=${from}&to=${to}`))
addTool(t('Comment'), (chosen) => {
  toolbar.hidden = true
  commentOnSelection(chosen)
})
addTimedTool(t('Coach'), ({ from, to }) => location.assign(`${base}/coaching?from=${from}&to=${to}`))
addTool(t('Copy link'), ({ time, line }, tool) => {
  const reset = () => setTimeout(() => tool.replaceChildren(t('Copy link')), 1_500)
  const place = time === undefined ? `s=${line.id.slice(1)}` : `t=${time.from}`
  const address = new URL(`${base}?${place}`, location.href).href
  navigator.clipboard?.writeText(address).then(
    () => tool.replaceChildren(t('Copied')),
    () => tool.replaceChildren(t("Couldn't copy")),
  )
  reset()
})
addTool(t('Correct'), ({ line }) => {
  toolbar.hidden = true
  line.closest('.conversation-turn')?.querySelector<HTMLElement>('[data-correct]')?.click()
})
// Pressing a button would clear the selection before the click.
toolbar.addEventListener('pointerdown', (event) => event.preventDefault())

function addTool(label: string, act: (chosen: SelectedWords, tool: HTMLButtonElement) => void): HTMLButtonElement {
  const tool = document.createElement('button')
  tool.type = 'button'
  tool.textContent = label
  tool.addEventListener('click', () => {
    const chosen = readSelection()
    if (chosen !== undefined) act(chosen, tool)
  })
  toolbar.append(tool)
  return tool
}

/** Adds a tool for selections with times. */
function addTimedTool(label: string, act: (time: SelectedTime) => void): void {
  const tool = addTool(label, ({ time }) => time !== undefined && act(time))
  tool.dataset.timed = ''
}

const dialog = document.createElement('dialog')
dialog.className = 'conversation-dialog'
dialog.setAttribute('aria-label', t('Create clip'))
document.body.append(dialog)

let waiting: ReturnType<typeof setTimeout> | undefined
document.addEventListener('selectionchange', () => {
  clearTimeout(waiting)
  waiting = setTimeout(offer, 150)
})

/** Distance of the toolbar from the edges of the window, in pixels. */
const MARGIN = 8

function offer(): void {
  const chosen = dialog.open ? undefined : readSelection()
  toolbar.hidden = chosen === undefined
  if (chosen === undefined) return
  for (const tool of toolbar.querySelectorAll<HTMLElement>('[data-timed]')) tool.hidden = chosen.time === undefined
  const { bottom, left, right } = chosen.rectangle
  const half = toolbar.offsetWidth / 2 + MARGIN
  toolbar.style.top = `${scrollY + bottom + 6}px`
  toolbar.style.left = `${Math.max(half, Math.min((left + right) / 2, innerWidth - half))}px`
}

document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-clip]') : null
  if (link === null || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
  event.preventDefault()
  void open('clipHere' in link.dataset ? findClipHere() : link.href)
})

/** Clip of the selected words, otherwise of the present turn. */
function findClipHere(): string {
  const time = readSelection()?.time
  if (time !== undefined) return `${base}/clip?from=${time.from}&to=${time.to}`
  return findCurrentTurn()?.querySelector<HTMLAnchorElement>('a[data-clip]')?.href ?? `${base}/clip`
}

async function open(address: string): Promise<void> {
  toolbar.hidden = true
  try {
    if (take(await (await fetch(address)).text())) dialog.showModal()
    else location.assign(address)
  } catch {
    location.assign(address)
  }
}

/** Moves the clip form of a page into the dialog. @returns false if the page has no clip form */
function take(page: string): boolean {
  const clip = new DOMParser().parseFromString(page, 'text/html').querySelector('#clip')
  if (clip === null) return false
  const close = document.createElement('button')
  close.type = 'button'
  close.className = 'plain conversation-close'
  close.textContent = t('Close')
  close.dataset.close = ''
  // The link back to the call is for the page only. The dialog has a close button.
  clip.querySelector('a[data-close]')?.remove()
  dialog.replaceChildren(document.adoptNode(clip), close)
  showCopying(dialog)
  return true
}

dialog.addEventListener('click', (event) => {
  const { target } = event
  if (target !== dialog && !(target instanceof Element && target.closest('button[data-close]') !== null)) return
  event.preventDefault()
  dialog.close()
})

dialog.addEventListener('submit', (event) => {
  const form = event.target
  if (!(form instanceof HTMLFormElement)) return
  event.preventDefault()
  void send(form)
})

async function send(form: HTMLFormElement): Promise<void> {
  const body = new URLSearchParams()
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') body.append(name, value)
  form.setAttribute('aria-busy', 'true')
  try {
    const answer = await fetch(form.action, { method: 'POST', body })
    if (!take(await answer.text())) form.submit()
    else dialog.querySelector<HTMLElement>('[role=alert], #clip-address, button')?.scrollIntoView({ block: 'nearest' })
  } catch {
    form.submit()
  }
}
