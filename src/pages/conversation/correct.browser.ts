/** Opens the form to correct a turn below it. Escape and a second click on the tool close it. */
import { base } from './transcript.browser.ts'

document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-correct]') : null
  if (link === null || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
  event.preventDefault()
  void toggle(link)
})

async function toggle(link: HTMLAnchorElement): Promise<void> {
  const said = link.closest('.conversation-said')
  const opened = document.querySelector('#correct')
  opened?.remove()
  if (said === null || (opened !== null && opened.parentElement === said)) return
  const [first, last] = (link.dataset.correct ?? '').split('-')
  try {
    const answer = await fetch(`${base}/correct-form?s=${first}&to=${last}`)
    if (!answer.ok) throw new Error(`Loading failed with status ${answer.status}`)
    const piece = new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector('#correct')
    if (piece === null) throw new Error('The form is missing.')
    said.append(document.adoptNode(piece))
    said.querySelector('textarea')?.focus()
  } catch {
    // The editor has a page of its own.
    location.assign(link.href)
  }
}

document.addEventListener('keydown', ({ key, target }) => {
  const opened = target instanceof Element && key === 'Escape' ? target.closest('#correct') : null
  if (opened === null) return
  const link = opened.parentElement?.querySelector<HTMLElement>('[data-correct]')
  opened.remove()
  link?.focus()
})
