/** Offers tools next to selected words, and opens the clip form in a dialog. */
import { t } from '../../inbound/web/languages/messages.browser.ts'
import { showCopying } from './copy.browser.ts'
import { base } from './transcript.browser.ts'

/** Toolbar next to selected words. */
const button = document.createElement('div')
button.className = 'conversation-selected'
button.setAttribute('role', 'toolbar')
button.setAttribute('aria-label', t('Selected words'))
button.hidden = true
document.body.append(button)
addTool(t('Create clip'), ({ from, to }) => void open(`${base}/clip?from=${from}&to=${to}`))
addTool(t('Coach'), ({ from, to }) => location.assign(`${base}/coaching?from=${from}&to=${to}`))
addTool(t('Copy link'), ({ from }, tool) => {
  const reset = () => setTimeout(() => tool.replaceChildren(t('Copy link')), 1_500)
  const address = new URL(`${base}?t=${from}`, location.href).href
  navigator.clipboard?.writeText(address).then(
    () => tool.replaceChildren(t('Copied')),
    () => tool.replaceChildren("Couldn't copy"),
  )
  reset()
})
addTool(t('Correct'), ({ line }) => {
  button.hidden = true
  line.closest('.conversation-turn')?.querySelector<HTMLElement>('[data-correct]')?.click()
})
// Pressing a button would clear the selection before the click.
button.addEventListener('pointerdown', (event) => event.preventDefault())

function addTool(label: string, act: (chosen: ChosenRange, tool: HTMLButtonElement) => void): void {
  const tool = document.createElement('button')
  tool.type = 'button'
  tool.textContent = label
  tool.addEventListener('click', () => {
    const chosen = getChosenRange()
    if (chosen !== undefined) act(chosen, tool)
  })
  button.append(tool)
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

function offer(): void {
  const chosen = dialog.open ? undefined : getChosenRange()
  button.hidden = chosen === undefined
  if (chosen === undefined) return
  const { bottom, left, right } = chosen.rectangle
  button.style.top = `${scrollY + bottom + 6}px`
  button.style.left = `${Math.max(130, Math.min((left + right) / 2, innerWidth - 130))}px`
}

interface ChosenRange {
  readonly from: number
  readonly to: number
  readonly rectangle: DOMRect
  /** First line of the selection. */
  readonly line: HTMLElement
}

/** Times of the selection: of its words if they have times, otherwise of its lines. */
function getChosenRange(): ChosenRange | undefined {
  const selection = getSelection()
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return undefined
  const range = selection.getRangeAt(0)
  const section = document.querySelector('#transcript')
  if (section === null || !range.intersectsNode(section)) return undefined
  const lines = [...section.querySelectorAll<HTMLElement>('[data-t]')].filter((line) => containsSelection(line, range))
  const [first] = lines
  const last = lines.at(-1)
  if (first === undefined || last === undefined) return undefined
  const from = toTimeRange(first, range).from
  const to = toTimeRange(last, range).to
  return to > from ? { from, to, rectangle: range.getBoundingClientRect(), line: first } : undefined
}

/** Whether the selection contains at least one character of the line. */
function containsSelection(line: HTMLElement, range: Range): boolean {
  if (!range.intersectsNode(line)) return false
  const [from, to] = toLetterRange(line, range)
  return to > from
}

/** Start and end of the range within the line, in UTF-16 units. */
function toLetterRange(line: HTMLElement, range: Range): [from: number, to: number] {
  const whole = line.textContent?.length ?? 0
  const countBefore = (node: Node, offset: number) => {
    const part = document.createRange()
    part.selectNodeContents(line)
    part.setEnd(node, offset)
    return part.toString().length
  }
  const from = line.contains(range.startContainer) ? countBefore(range.startContainer, range.startOffset) : 0
  const to = line.contains(range.endContainer) ? countBefore(range.endContainer, range.endOffset) : whole
  return [from, to]
}

function toTimeRange(line: HTMLElement, range: Range): { from: number; to: number } {
  const [start = 0, end = start] = (line.dataset.t ?? '').split(' ').map(Number)
  const [first, behind] = toLetterRange(line, range)
  let times = { from: start, to: end }
  let at = 0
  for (const word of line.dataset.w?.split(' ') ?? []) {
    const [begun = '', length = '0'] = word.split(':')
    const second = begun === '' ? undefined : Number(begun) / 100
    if (second !== undefined && at <= first) times = { ...times, from: second }
    // The selection ends where the next word starts.
    if (second !== undefined && at >= behind) return { ...times, to: Math.min(second, end) }
    at += Number(length) + 1
  }
  return times
}

document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-clip]') : null
  if (link === null || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
  event.preventDefault()
  void open('clipHere' in link.dataset ? findClipHere() : link.href)
})

/** Clip of the selected words, otherwise of the present turn. */
function findClipHere(): string {
  const chosen = getChosenRange()
  if (chosen !== undefined) return `${base}/clip?from=${chosen.from}&to=${chosen.to}`
  const here = document.querySelector('.conversation-turn:has(.conversation-spoken, .conversation-here)')
  return here?.querySelector<HTMLAnchorElement>('a[data-clip]')?.href ?? `${base}/clip`
}

async function open(address: string): Promise<void> {
  button.hidden = true
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
