/** Synchronizes player and transcript: highlights and follows the spoken line, and plays from a clicked line. */
import { bringLine, type LineElement, lineAt, MOMENT } from './transcript.browser.ts'

const SKIP_SECONDS = 5
const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3]
/** Name of the highlight of the spoken word, styled in `conversation.css`. */
const SPOKEN = 'conversation-word'

const media = document.querySelector<HTMLMediaElement>('#media')
if (media !== null) start(media)

function start(media: HTMLMediaElement): void {
  const dock = document.querySelector<HTMLElement>('#player')
  const button = (name: string) => dock?.querySelector<HTMLButtonElement>(`[data-player=${name}]`) ?? null
  const controls = dock?.querySelector<HTMLElement>('.conversation-controls')
  if (controls !== null && controls !== undefined) controls.hidden = false
  const back = button('follow')
  let spoken: LineElement | undefined
  let isFollowing = true
  let isFetching = false
  let isTicking = false

  function setFollowing(on: boolean): void {
    isFollowing = on
    if (back !== null) back.hidden = on
    if (on) scrollIntoView()
  }

  /** Scrolls the spoken line to the middle, between header and player. */
  function scrollIntoView(): void {
    const element = spoken?.element
    if (element === undefined || !isFollowing) return
    const { top, bottom } = element.getBoundingClientRect()
    if (top < innerHeight * 0.2 || bottom > innerHeight * 0.75) element.scrollIntoView({ block: 'center' })
  }

  function tick(): void {
    const second = media.currentTime
    const line = lineAt(second)
    if (line?.element !== spoken?.element) {
      spoken?.element.classList.remove('conversation-spoken')
      spoken = line
      line?.element.classList.add('conversation-spoken')
      scrollIntoView()
    }
    if (line !== undefined) markWord(line, second)
    if ((line === undefined || second > (line.end ?? second) + 1) && !isFetching) void loadTranscriptAt(second)
    if (!media.paused && !isTicking) {
      isTicking = true
      requestAnimationFrame(() => {
        isTicking = false
        tick()
      })
    }
  }

  /** Loads the part of the transcript that is being played. */
  async function loadTranscriptAt(second: number): Promise<void> {
    isFetching = true
    try {
      await bringLine({ second })
    } catch {
      // Without a network connection, the player shows an error for the recording too.
    } finally {
      setTimeout(() => {
        isFetching = false
      }, 1_000)
    }
  }

  function seekTo(second: number): void {
    media.currentTime = Math.max(0, Number.isFinite(media.duration) ? Math.min(second, media.duration) : second)
    tick()
  }

  function play(): void {
    media.play().catch(() => tick())
  }

  function setSpeed(by: 1 | -1): void {
    const at = SPEEDS.indexOf(media.playbackRate)
    const now = at === -1 ? 1 : (SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, at + by))] ?? 1)
    media.playbackRate = now
  }

  media.addEventListener('play', () => {
    setFollowing(true)
    tick()
  })
  media.addEventListener('seeked', tick)
  media.addEventListener('ratechange', () => {
    const speed = button('speed')?.firstElementChild ?? null
    if (speed !== null) speed.textContent = `${media.playbackRate}×`
  })
  let renewedAt = 0
  media.addEventListener('error', () => {
    // The URL of the recording expires.
    if (Date.now() - renewedAt < 60_000) return
    renewedAt = Date.now()
    void renewAddress(media)
  })

  document.addEventListener(MOMENT, (event) => {
    const { second, wait } = (event as CustomEvent<{ second: number; wait?: true }>).detail
    seekTo(second)
    if (wait !== true) play()
  })
  button('back')?.addEventListener('click', () => seekTo(media.currentTime - SKIP_SECONDS))
  button('on')?.addEventListener('click', () => seekTo(media.currentTime + SKIP_SECONDS))
  button('speed')?.addEventListener('click', () => (media.playbackRate >= 2 ? setRate(1) : setSpeed(1)))
  const setRate = (rate: number) => {
    media.playbackRate = rate
  }
  back?.addEventListener('click', () => setFollowing(true))
  const stopFollowing = () => {
    if (!media.paused && spoken !== undefined) setFollowing(false)
  }
  for (const moved of ['wheel', 'touchmove']) {
    document.addEventListener(moved, ({ target }) => movesPage(target) && stopFollowing(), { passive: true })
  }
  document.addEventListener('keydown', (event) => {
    if (isTyping(event) || event.ctrlKey || event.metaKey || event.altKey) return
    if (/^(PageUp|PageDown|Home|End|ArrowUp|ArrowDown)$/.test(event.key)) return stopFollowing()
    const act = KEYS[event.key]
    if (act === undefined || (event.key === ' ' && isPressing(event))) return
    event.preventDefault()
    act()
  })
  const KEYS: Record<string, () => void> = {
    ' ': () => (media.paused ? play() : media.pause()),
    ArrowLeft: () => seekTo(media.currentTime - SKIP_SECONDS),
    ArrowRight: () => seekTo(media.currentTime + SKIP_SECONDS),
    '[': () => setSpeed(-1),
    ']': () => setSpeed(1),
  }

  // A page with a time in its URL starts playback there.
  const asked = Number(new URL(location.href).searchParams.get('t') ?? Number.NaN)
  if (asked > 0) {
    if (media.readyState > 0) seekTo(asked)
    else media.addEventListener('loadedmetadata', () => seekTo(asked), { once: true })
  }
}

const isTyping = ({ target }: KeyboardEvent) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target instanceof HTMLMediaElement || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** Whether scrolling the target scrolls the page. The sidebar scrolls separately unless it is below the transcript. */
function movesPage(target: EventTarget | null): boolean {
  const part = target instanceof Element ? target.closest('.conversation-side, #player, dialog') : null
  return part === null || (part.matches('.conversation-side') && getComputedStyle(part).overflowY === 'visible')
}

/** Whether the space key activates the focused element. */
const isPressing = ({ target }: KeyboardEvent) =>
  target instanceof Element && target.closest('button, a, summary') !== null

async function renewAddress(media: HTMLMediaElement): Promise<void> {
  const base = document.querySelector<HTMLElement>('.conversation-page')?.dataset.conversation
  const answer = await fetch(`${base}/player`).catch(() => undefined)
  if (answer?.ok !== true) return
  const piece = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const address = piece.querySelector('#media')?.getAttribute('src')
  if (address === null || address === undefined) return
  const second = media.currentTime
  media.src = address
  media.addEventListener(
    'loadedmetadata',
    () => {
      media.currentTime = second
    },
    { once: true },
  )
}

/** Highlights the spoken word with the CSS Custom Highlight API, if available. The line is highlighted in any case. */
function markWord({ element }: LineElement, second: number): void {
  if (!('highlights' in CSS)) return
  const range = wordAt(element, second)
  if (range === undefined) CSS.highlights.delete(SPOKEN)
  else CSS.highlights.set(SPOKEN, new Highlight(range))
}

function wordAt(element: HTMLElement, second: number): Range | undefined {
  let at = 0
  let found: [from: number, to: number] | undefined
  for (const word of element.dataset.w?.split(' ') ?? []) {
    const [start = '', length = '0'] = word.split(':')
    if (start !== '' && Number(start) / 100 > second) break
    if (start !== '') found = [at, at + Number(length)]
    at += Number(length) + 1
  }
  return found === undefined ? undefined : toDomRange(element, ...found)
}

/** Range between two positions in the text of an element, in UTF-16 units. The element can contain other elements. */
function toDomRange(element: HTMLElement, from: number, to: number): Range | undefined {
  const range = document.createRange()
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  let behind = 0
  let isBegun = false
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    const length = text.nodeValue?.length ?? 0
    if (!isBegun && from <= behind + length) {
      range.setStart(text, from - behind)
      isBegun = true
    }
    if (isBegun && to <= behind + length) {
      range.setEnd(text, to - behind)
      return range
    }
    behind += length
  }
  return undefined
}
