/** Lines of a clip go with what is played: the one that is spoken is marked, and stays in view of who reads along. */

interface Line {
  readonly element: HTMLElement
  /** Of the recording. */
  readonly second: number
}

/** Times of lines and of sound are not told to the same fraction. */
const SLACK = 0.05

/** Those that say when they begin, in `data-at`. @param begins the second of the recording that the file begins with */
export function followSpoken(media: HTMLMediaElement, begins: number): readonly Line[] {
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
    // Who looks elsewhere is left there.
    if (!media.paused && before !== undefined && isInView(before)) now?.scrollIntoView({ block: 'nearest' })
  }
  for (const event of ['timeupdate', 'seeked', 'play']) media.addEventListener(event, mark)
  return lines
}

function isInView(element: HTMLElement): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return bottom > 0 && top < innerHeight
}
