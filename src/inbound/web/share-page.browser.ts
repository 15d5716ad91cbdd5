/** A clip behind a link: its lines follow its player, and play from where they begin. */
import { followSpoken } from './spoken.browser.ts'

const media = document.querySelector<HTMLMediaElement>('#clip-media')
if (media !== null) {
  const begins = Number(media.dataset.begins)
  for (const { element, second } of followSpoken(media, begins)) {
    const time = element.querySelector<HTMLElement>('.at')
    if (time !== null) {
      const button = document.createElement('button')
      button.type = 'button'
      button.className = 'link'
      button.textContent = time.textContent
      button.setAttribute('aria-label', `Play from ${time.textContent}`)
      button.addEventListener('click', () => {
        media.currentTime = Math.max(0, second - begins)
        // What keeps it from playing, its own controls tell.
        media.play().catch(() => undefined)
      })
      time.replaceChildren(button)
    }
  }
  // What is shared is the words too: they stay when there is nothing to be heard any more.
  const hide = () => {
    const part = media.closest<HTMLElement>('.playing')
    if (part !== null) part.hidden = true
  }
  media.addEventListener('error', hide)
  if (media.error !== null) hide()
}
