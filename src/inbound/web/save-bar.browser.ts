/**
 * Settings: shows that a form has unsaved changes, and keeps its button in view until they are saved or discarded. Forms with
 * one field keep their plain button.
 */
import { t } from './languages/messages.browser.ts'

const FORMS = '.with-second main form:not(.inline, [method="get"])'

document.addEventListener('input', ({ target }) => {
  const form = target instanceof Element ? target.closest<HTMLFormElement>(FORMS) : null
  if (form === null || form.closest('.form-drop') !== null || form.querySelectorAll('.field').length < 2) return
  if (form.querySelector('.save-bar') === null) showBar(form)
})

function showBar(form: HTMLFormElement): void {
  const save = form.querySelector<HTMLButtonElement>(':scope > button:last-of-type')
  if (save === null) return
  const bar = document.createElement('div')
  bar.className = 'save-bar'
  const discard = document.createElement('button')
  discard.type = 'button'
  discard.className = 'flat'
  discard.textContent = t('Discard')
  const words = document.createElement('span')
  words.className = 'meta'
  words.setAttribute('role', 'status')
  save.replaceWith(bar)
  bar.append(save, discard, words)
  // A status that is filled after it was added is read out.
  words.textContent = t('Unsaved changes')
  discard.addEventListener('click', () => {
    form.reset()
    bar.replaceWith(save)
    save.focus()
  })
}
