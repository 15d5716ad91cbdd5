/** Player of a shared clip: highlights the spoken line, and plays from a selected line. */
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
        // The controls of the player show playback errors.
        media.play().catch(() => undefined)
      })
      time.replaceChildren(button)
    }
  }
  // If the recording is no longer available, only the player is hidden. The text stays.
  const hide = () => {
    const part = media.closest<HTMLElement>('.playing')
    if (part !== null) part.hidden = true
  }
  media.addEventListener('error', hide)
  if (media.error !== null) hide()
}
