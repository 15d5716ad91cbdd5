/** Opens and closes the list of the occurrences of a figure in place. */
import { UPDATED } from '../../inbound/web/enhance.browser.ts'
import { base } from './transcript.browser.ts'

const findList = () => document.querySelector<HTMLElement>('#figure-places')

document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('#figures a[href]') : null
  if (link === null || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
  const url = new URL(link.href)
  if (url.pathname !== base) return
  if ('figureClose' in link.dataset) {
    event.preventDefault()
    close()
  } else if (url.searchParams.has('figure')) {
    event.preventDefault()
    const isOpen = link.getAttribute('aria-expanded') === 'true'
    if (isOpen) close()
    else void open(link, url)
  }
})

async function open(link: HTMLAnchorElement, url: URL): Promise<void> {
  try {
    const answer = await fetch(`${base}/figure?${url.searchParams}`)
    const piece = new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector('#figure-places')
    const list = findList()
    if (!answer.ok || piece === null || list === null) return location.assign(url)
    list.replaceWith(document.adoptNode(piece))
    showExpanded(link)
    findList()?.scrollIntoView({ block: 'nearest' })
    document.dispatchEvent(new CustomEvent(UPDATED))
  } catch {
    location.assign(url)
  }
}

/** Closes the list. The focus returns to the number that opened it. */
function close(): void {
  const list = findList()
  const opener = document.querySelector<HTMLElement>('#figures a[aria-expanded=true]')
  const hadFocus = list?.contains(document.activeElement) === true
  list?.replaceChildren()
  list?.setAttribute('hidden', '')
  showExpanded(null)
  if (hadFocus) opener?.focus()
}

function showExpanded(link: HTMLAnchorElement | null): void {
  for (const one of document.querySelectorAll('#figures a[href*="figure="]'))
    one.setAttribute('aria-expanded', String(one === link))
}
showExpanded(document.querySelector(`#figures a[data-figure="${findList()?.dataset.open ?? ''}"]`))
