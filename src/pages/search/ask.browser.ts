/** Streams the answer about many calls into the page. */
import { streamAnswer } from '../components/answer.browser.ts'

const box = document.querySelector<HTMLElement>('[data-answers]')
const place = document.querySelector<HTMLElement>('#answer')

document.addEventListener('submit', (event) => {
  const form = event.target
  if (!(form instanceof HTMLFormElement) || box === null || place === null || !box.contains(form)) return
  event.preventDefault()
  void streamAnswer(form, box.dataset.answers ?? '', place, { titled: true })
})
