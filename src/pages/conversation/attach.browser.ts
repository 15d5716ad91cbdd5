/** Shows the progress of an upload below its form, then opens the call. A problem appears at the form, which keeps its input. */
import { openFetchedPage } from '../../inbound/web/enhance.browser.ts'
import { t } from '../../inbound/web/languages/messages.browser.ts'
import { findProblem, sendForm } from '../components/upload.browser.ts'

for (const form of document.querySelectorAll<HTMLFormElement>('[data-upload] form')) {
  const field = form.querySelector<HTMLInputElement>('input[type=file]')
  if (field === null) continue
  form.addEventListener('submit', (event) => {
    // The user has declined the confirmation, or the form has no file, which the server reports.
    if (event.defaultPrevented || (field.files?.length ?? 0) === 0) return
    event.preventDefault()
    void upload(form, field)
  })
}

async function upload(form: HTMLFormElement, field: HTMLInputElement): Promise<void> {
  const button = form.querySelector<HTMLButtonElement>('button:not([type=button])')
  const place = form.parentElement
  const file = field.files?.[0]
  if (button === null || place === null || file === undefined) return
  const limit = Number(place.dataset.bytes)
  if (file.size > limit) return showProblem(form, place.dataset.tooLarge ?? '')
  const body = new FormData(form)
  // The file comes after the other fields, so that the server rejects invalid fields before a large upload.
  body.delete(field.name)
  body.append(field.name, file, file.name)
  const status = document.createElement('p')
  const bar = document.createElement('progress')
  const words = document.createElement('span')
  status.className = 'upload-status'
  status.setAttribute('role', 'status')
  bar.max = 1
  bar.value = 0
  bar.setAttribute('aria-label', t('Upload progress of {0}', file.name))
  words.textContent = t('Uploading…')
  status.append(bar, words)
  form.querySelector('.problem')?.remove()
  form.after(status)
  button.disabled = true
  form.setAttribute('aria-busy', 'true')
  try {
    const { page, url } = await sendForm(form.action, body, (ratio) => {
      bar.value = ratio
      if (ratio === 1) words.textContent = t('Processing…')
    })
    const problem = findProblem(page)
    if (problem === undefined && url.pathname !== new URL(form.action).pathname) return openFetchedPage(page, url, '')
    showProblem(form, problem ?? t("Couldn't upload the file. Check your connection and try again."))
  } catch {
    showProblem(form, t("Couldn't upload the file. Check your connection and try again."))
  }
  status.remove()
  button.disabled = false
  form.removeAttribute('aria-busy')
}

function showProblem(form: HTMLFormElement, words: string): void {
  form.querySelector('.problem')?.remove()
  const problem = document.createElement('div')
  const list = document.createElement('ul')
  const item = document.createElement('li')
  problem.className = 'problem'
  problem.setAttribute('role', 'alert')
  item.textContent = words
  list.append(item)
  problem.append(list)
  form.prepend(problem)
  problem.scrollIntoView({ block: 'nearest' })
}
