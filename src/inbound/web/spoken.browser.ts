/** Highlights the spoken line of a clip during playback, and keeps it in view. */

interface SpokenElement {
  readonly element: HTMLElement
  /** Start in seconds of the recording. */
  readonly second: number
}

/** Tolerance in seconds, because times of lines and of the player have different precision. */
const SLACK = 0.05

/** Follows all elements with `data-at`. @param begins start of the file in seconds of the recording */
export function followSpoken(media: HTMLMediaElement, begins: number): readonly SpokenElement[] {
  const lines = [...document.querySelectorAll<HTMLElement>('[data-at]')].map((element) => ({
    element,
    second: Number(element.dataset.at),
  }))
  let spoken: HTMLElement | undefined
  const mark = () => {
    const now = lines.findLast(({ second }) => second <= begins + media.currentTime + SLACK)?.element
    if (now === spoken) return
    const before = spoken
    before?.classList.remove('spoken')
    spoken = now
    now?.classList.add('spoken')
    // Doesn't scroll if the user has scrolled elsewhere.
    if (!media.paused && before !== undefined && isInView(before)) now?.scrollIntoView({ block: 'nearest' })
  }
  for (const event of ['timeupdate', 'seeked', 'play']) media.addEventListener(event, mark)
  return lines
}

function isInView(element: HTMLElement): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return bottom > 0 && top < innerHeight
}
