/**
 * Plays the stretch of a clip, and no more unless somebody goes there. Where the address says so already, nothing is done.
 * The lines of the clip follow.
 */
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
