/** Synchronizes player and transcript: highlights and follows the spoken line, and plays from a clicked line. */
import { t } from '../../inbound/web/languages/messages.browser.ts'
import { bringLine, findScroller, type LineElement, lineAt, MOMENT } from './transcript.browser.ts'

const SKIP_SECONDS = 5
const JUMP_SECONDS = 15
const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3]
/** Name of the highlight of the spoken word, styled in `transcript.css`. */
const SPOKEN = 'conversation-word'
/** Event for a new position: `detail.second`. */
export const POSITION = 'parley:position'

/** Position in a call. A recording is one; without a recording, the position moves, but nothing plays. */
type Playback = Pick<HTMLMediaElement, 'currentTime' | 'paused' | 'duration' | 'playbackRate' | 'play' | 'pause'>

let position = 0
const dock = document.querySelector<HTMLElement>('#player')
const media = document.querySelector<HTMLMediaElement>('#media')
if (dock !== null) start(dock, media ?? createSilence(dock), media)

/** Present position in seconds, for modules that start later. */
export const currentSecond = (): number => position

function createSilence(dock: HTMLElement): Playback {
  const duration = Number(dock.querySelector<HTMLElement>('#timeline')?.dataset.duration ?? 0)
  return {
    currentTime: 0,
    paused: true,
    duration,
    playbackRate: 1,
    play: () => Promise.resolve(),
    pause: () => undefined,
  }
}

function start(dock: HTMLElement, playback: Playback, media: HTMLMediaElement | null): void {
  media?.removeAttribute('controls')
  const button = (name: string) => dock.querySelector<HTMLButtonElement>(`[data-player=${name}]`)
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

  /** Scrolls the spoken line to the middle of the visible part. */
  function scrollIntoView(): void {
    const element = spoken?.element
    if (element === undefined || !isFollowing) return
    const { top, bottom } = element.getBoundingClientRect()
    const view = findScroller()?.getBoundingClientRect() ?? { top: 0, bottom: innerHeight, height: innerHeight }
    if (top < view.top + view.height * 0.1 || bottom > view.bottom - view.height * 0.25) {
      element.scrollIntoView({ block: 'center' })
    }
  }

  function tick(): void {
    const second = playback.currentTime
    position = second
    document.dispatchEvent(new CustomEvent(POSITION, { detail: { second } }))
    const line = lineAt(second)
    if (line?.element !== spoken?.element) {
      spoken?.element.classList.remove('conversation-spoken')
      spoken = line
      line?.element.classList.add('conversation-spoken')
      scrollIntoView()
    }
    if (line !== undefined) markWord(line, second)
    if ((line === undefined || second > (line.end ?? second) + 1) && !isFetching) void loadTranscriptAt(second)
    if (!playback.paused && !isTicking) {
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
    const { duration } = playback
    playback.currentTime = Math.max(0, Number.isFinite(duration) ? Math.min(second, duration) : second)
    tick()
  }

  function play(): void {
    playback.play().catch(() => tick())
  }

  function setSpeed(by: 1 | -1): void {
    const at = SPEEDS.indexOf(playback.playbackRate)
    const now = at === -1 ? 1 : (SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, at + by))] ?? 1)
    playback.playbackRate = now
  }

  const showState = () => {
    dock.classList.toggle('call-playing', !playback.paused)
    button('play')?.setAttribute('aria-label', playback.paused ? t('Play') : t('Pause'))
  }
  media?.addEventListener('play', () => {
    setFollowing(true)
    showState()
    tick()
  })
  media?.addEventListener('pause', showState)
  media?.addEventListener('seeked', tick)
  media?.addEventListener('ratechange', () => {
    const speed = button('speed')?.firstElementChild ?? null
    if (speed !== null) speed.textContent = `${playback.playbackRate}×`
  })
  let renewedAt = 0
  media?.addEventListener('error', () => {
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
  const toggle = () => (playback.paused ? play() : playback.pause())
  button('play')?.addEventListener('click', toggle)
  button('back')?.addEventListener('click', () => seekTo(playback.currentTime - JUMP_SECONDS))
  button('on')?.addEventListener('click', () => seekTo(playback.currentTime + JUMP_SECONDS))
  button('speed')?.addEventListener('click', () => (playback.playbackRate >= 2 ? setRate(1) : setSpeed(1)))
  const setRate = (rate: number) => {
    playback.playbackRate = rate
  }
  back?.addEventListener('click', () => setFollowing(true))
  const stopFollowing = () => {
    if (!playback.paused && spoken !== undefined) setFollowing(false)
  }
  for (const moved of ['wheel', 'touchmove']) {
    document.addEventListener(moved, ({ target }) => movesPage(target) && stopFollowing(), { passive: true })
  }
  document.addEventListener('keydown', (event) => {
    if (isTyping(event) || event.ctrlKey || event.metaKey || event.altKey) return
    if (/^(PageUp|PageDown|Home|End|ArrowUp|ArrowDown)$/.test(event.key)) return stopFollowing()
    const act = event.shiftKey && event.key !== ']' && event.key !== '[' ? undefined : KEYS[event.key]
    if (act === undefined || isUsedByTarget(event)) return
    event.preventDefault()
    act()
  })
  const KEYS: Record<string, () => void> = {
    ' ': toggle,
    ArrowLeft: () => seekTo(playback.currentTime - SKIP_SECONDS),
    ArrowRight: () => seekTo(playback.currentTime + SKIP_SECONDS),
    '[': () => setSpeed(-1),
    ']': () => setSpeed(1),
  }

  // A page with a time in its URL starts playback there.
  const asked = Number(new URL(location.href).searchParams.get('t') ?? Number.NaN)
  if (asked > 0) {
    if (media === null || media.readyState > 0) seekTo(asked)
    else media.addEventListener('loadedmetadata', () => seekTo(asked), { once: true })
  }
}

/** Whether the user types. The range of the timeline isn't a text field: it has the same keys as the page. */
export const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLElement &&
  target.id !== 'seek' &&
  (target.isContentEditable || target instanceof HTMLMediaElement || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** Whether scrolling the target scrolls the transcript. */
function movesPage(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return true
  if (target.closest('#player, dialog') !== null) return false
  return findScroller() === null || target.closest('.call-transcript') !== null
}

/** Whether the focused element has its own use for the key: buttons for Space, tabs for arrows. */
const isUsedByTarget = ({ target, key }: KeyboardEvent) =>
  target instanceof Element && target.closest(key === ' ' ? 'button, a, summary' : '[role=tab], dialog') !== null

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
