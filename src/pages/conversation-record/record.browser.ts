/** Loads the content of a link with `data-piece` into the element `data-into`. Without a script, the link opens a page. */

document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-piece]') : null
  if (link === null || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
  const place = document.querySelector(link.dataset.into ?? '')
  if (place === null) return
  event.preventDefault()
  void open(link, place)
})

async function open(link: HTMLAnchorElement, place: Element): Promise<void> {
  link.setAttribute('aria-busy', 'true')
  try {
    const answer = await fetch(link.dataset.piece ?? '')
    if (!answer.ok) throw new Error(`Loading failed with status ${answer.status}`)
    const piece = new DOMParser().parseFromString(await answer.text(), 'text/html')
    const was = [...place.childNodes]
    place.replaceChildren(...[...piece.body.childNodes].map((node) => document.adoptNode(node)))
    place.querySelector<HTMLElement>('select, input:not([type=hidden]), textarea')?.focus()
    // The link that leaves the page closes the embedded form.
    place.querySelector('a')?.addEventListener('click', (event) => {
      event.preventDefault()
      place.replaceChildren(...was)
      link.removeAttribute('aria-busy')
      link.focus()
    })
  } catch {
    // Falls back to the page, which shows the error.
    location.assign(link.href)
  }
}
