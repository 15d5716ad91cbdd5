/** Opens in place what is a page of its own without a script: a link with `data-piece` puts that into `data-into`. */

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
    if (!answer.ok) throw new Error('The piece is not to be had.')
    const piece = new DOMParser().parseFromString(await answer.text(), 'text/html')
    const was = [...place.childNodes]
    place.replaceChildren(...[...piece.body.childNodes].map((node) => document.adoptNode(node)))
    place.querySelector<HTMLElement>('select, input:not([type=hidden]), textarea')?.focus()
    // What leads away from it on its own page, closes it here.
    place.querySelector('a')?.addEventListener('click', (event) => {
      event.preventDefault()
      place.replaceChildren(...was)
      link.removeAttribute('aria-busy')
      link.focus()
    })
  } catch {
    // As without a script: the page says what is wrong.
    location.assign(link.href)
  }
}
