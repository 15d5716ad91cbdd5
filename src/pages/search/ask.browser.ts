/** Streams the answer about many calls into the page. */
import { streamAnswer } from '../components/answer.browser.ts'

const box = document.querySelector<HTMLElement>('[data-answers]')
const place = document.querySelector<HTMLElement>('#answer')

// An example fills the form and sends it.
box?.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('[data-examples] a') : null
  const field = box.querySelector<HTMLTextAreaElement>('textarea[name="prompt"]')
  if (link === null || field === null || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  field.value = link.textContent?.trim() ?? ''
  field.form?.requestSubmit()
})

document.addEventListener('submit', (event) => {
  const form = event.target
  if (!(form instanceof HTMLFormElement) || box === null || place === null || !box.contains(form)) return
  event.preventDefault()
  const examples = box.querySelector<HTMLElement>('[data-examples]')
  if (examples !== null) examples.hidden = true
  void streamAnswer(form, box.dataset.answers ?? '', place, { titled: true })
})
