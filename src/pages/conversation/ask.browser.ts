/** Streams the answer about a call into its page. Its links lead to lines on the same page. */
import { streamAnswer } from '../components/answer.browser.ts'

const box = document.querySelector<HTMLElement>('[data-ask]')
const place = document.querySelector<HTMLElement>('#answer')

box?.addEventListener('submit', (event) => {
  const form = event.target
  if (!(form instanceof HTMLFormElement) || place === null) return
  event.preventDefault()
  void streamAnswer(form, box.dataset.ask ?? '', place, { titled: false })
})

/** Suggested questions fill in the form. */
const suggestions = document.querySelector<HTMLElement>('[data-suggestions]')
if (suggestions !== null) suggestions.hidden = false
suggestions?.addEventListener('click', ({ target }) => {
  const chosen = target instanceof Element ? target.closest('button') : null
  const field = box?.querySelector<HTMLTextAreaElement>('textarea') ?? null
  if (chosen === null || field === null) return
  field.value = chosen.textContent
  field.form?.requestSubmit()
})
