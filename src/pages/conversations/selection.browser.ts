/** Selection in the list of calls: the number of selected calls, all of them, and ranges with Shift. */

import { UPDATED } from '../../inbound/web/enhance.browser.ts'
import { t } from '../../inbound/web/languages/messages.browser.ts'

const FIELD = 'input[name="call"]'

function start(form: HTMLFormElement): void {
  const boxes = [...form.querySelectorAll<HTMLInputElement>(FIELD)]
  const status = form.querySelector('[data-selected]')
  const all = form.querySelector<HTMLAnchorElement>('[data-select-all]')
  let last: HTMLInputElement | undefined

  const show = () => {
    const count = boxes.filter(({ checked }) => checked).length
    if (status !== null) status.textContent = count === 1 ? t('1 call selected') : t('{0} calls selected', count)
    if (all !== null) all.textContent = count === boxes.length ? t('Clear selection') : t('Select all on this page')
  }

  all?.addEventListener('click', (event) => {
    event.preventDefault()
    const isAll = boxes.every(({ checked }) => checked)
    for (const box of boxes) box.checked = !isAll
    show()
  })
  form.addEventListener('click', (event) => {
    const { target } = event
    if (!(target instanceof HTMLInputElement) || !target.matches(FIELD)) return
    if (event.shiftKey && last !== undefined) {
      const [from, to] = [boxes.indexOf(last), boxes.indexOf(target)].sort((a, b) => a - b)
      for (const box of boxes.slice(from, (to ?? 0) + 1)) box.checked = target.checked
    }
    last = target
    show()
  })
  form.addEventListener('change', show)
  form.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !boxes.some(({ checked }) => checked)) return
    for (const box of boxes) box.checked = false
    show()
  })
  show()
}

function startAll(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-selection]:not([data-started])')) {
    form.dataset.started = ''
    start(form)
  }
}
startAll()
document.addEventListener(UPDATED, startAll)
