/** Player of a shared clip: highlights the spoken line, and plays from a selected line. */
import { t } from './languages/messages.browser.ts'
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
      button.setAttribute('aria-label', t('Play from {0}', time.textContent))
      button.addEventListener('click', () => {
        media.currentTime = Math.max(0, second - begins)
        // The controls of the player show playback errors.
        media.play().catch(() => undefined)
      })
      time.replaceChildren(button)
    }
  }
  showPlayed(media, begins)
  // If the recording is no longer available, only the player is hidden. Lanes and text stay.
  const hide = () => {
    media.hidden = true
  }
  media.addEventListener('error', hide)
  if (media.error !== null) hide()
}

/** Moves the playhead over the lanes, and lights up the words that were heard. */
function showPlayed(media: HTMLMediaElement, begins: number): void {
  const lanes = document.querySelector<HTMLElement>('.clip-lanes')
  if (lanes === null) return
  const [start, length] = [Number(lanes.dataset.start), Number(lanes.dataset.length)]
  const line = lanes.querySelector('line')
  const words = [...lanes.querySelectorAll<SVGElement>('[data-word]')].map((element) => ({
    element,
    second: Number(element.dataset.word),
  }))
  let isUnderWay = false
  const show = () => {
    const second = begins + media.currentTime - start
    const percent = `${Math.min(100, Math.max(0, (second / length) * 100))}%`
    lanes.classList.toggle('clip-played', media.currentTime > 0)
    line?.setAttribute('x1', percent)
    line?.setAttribute('x2', percent)
    for (const word of words) word.element.classList.toggle('heard', word.second <= second)
    if (media.paused || isUnderWay) return
    isUnderWay = true
    requestAnimationFrame(() => {
      isUnderWay = false
      show()
    })
  }
  for (const event of ['play', 'seeked', 'timeupdate']) media.addEventListener(event, show)
}
