/** Stops playback at the end of the clip unless the user moves elsewhere, and highlights the spoken line. */
import { followSpoken } from '../../inbound/web/spoken.browser.ts'

const media = document.querySelector<HTMLMediaElement>('#clip-media')
if (media !== null) {
  const [from, to] = [Number(media.dataset.from), Number(media.dataset.to)]
  followSpoken(media, 0)
  let left = false
  media.addEventListener('seeked', () => {
    left = media.currentTime < from - 1 || media.currentTime > to + 0.5
  })
  media.addEventListener('timeupdate', () => {
    if (!left && media.currentTime > to) {
      media.pause()
      media.currentTime = from
    }
  })
}
