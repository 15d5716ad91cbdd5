/** Player of a call: plays the recording, and keeps transcript and timeline at its position. */
import { t } from '../../inbound/web/languages/messages.browser.ts'
import { listenToKeys } from './player-keys.browser.ts'
import { createSpokenLine, type SpokenLine } from './spoken-line.browser.ts'
import { findScroller, MOMENT } from './transcript.browser.ts'

const SKIP_SECONDS = 5
const JUMP_SECONDS = 15
const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3]
/** Minimum time between two renewals of the URL of a recording. */
const RENEWAL_MS = 60_000
/** Event for a new position: `detail.second`. */
export const POSITION = 'parley:position'

/** Position in a call. A recording is one; without a recording, the position moves, but nothing plays. */
type Playback = Pick<HTMLMediaElement, 'currentTime' | 'paused' | 'duration' | 'playbackRate' | 'play' | 'pause'>

type FindButton = (name: string) => HTMLButtonElement | null

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
  const findButton: FindButton = (name) => dock.querySelector<HTMLButtonElement>(`[data-player=${name}]`)
  const line = createSpokenLine(findButton('follow'))
  const showPosition = createPositionDisplay(playback, line)
  const controls = createControls(playback, showPosition)
  const stopFollowing = () => {
    if (!playback.paused) line.stopFollowing()
  }
  if (media !== null) {
    media.removeAttribute('controls')
    showMedia(media, dock, findButton, { line, showPosition })
    renewExpiredAddress(media)
  }
  bindButtons(findButton, controls)
  listenToKeys(
    {
      ' ': controls.toggle,
      ArrowLeft: () => controls.skip(-SKIP_SECONDS),
      ArrowRight: () => controls.skip(SKIP_SECONDS),
      '[': () => controls.changeSpeed(-1),
      ']': () => controls.changeSpeed(1),
    },
    stopFollowing,
  )
  for (const event of ['wheel', 'touchmove']) {
    document.addEventListener(event, ({ target }) => movesPage(target) && stopFollowing(), { passive: true })
  }
  document.addEventListener(MOMENT, (event) => {
    const { second, wait } = (event as CustomEvent<{ second: number; wait?: true }>).detail
    controls.seekTo(second)
    if (wait !== true) controls.play()
  })
  seekToAddress(media, controls)
}

/** Creates the function that shows the present position. It runs for each frame during playback. */
function createPositionDisplay(playback: Playback, line: SpokenLine): () => void {
  let isScheduled = false
  function showPosition(): void {
    const second = playback.currentTime
    position = second
    document.dispatchEvent(new CustomEvent(POSITION, { detail: { second } }))
    line.showAt(second)
    if (playback.paused || isScheduled) return
    isScheduled = true
    requestAnimationFrame(() => {
      isScheduled = false
      showPosition()
    })
  }
  return showPosition
}

/** Functions of buttons and keys. */
interface Controls {
  seekTo(second: number): void
  /** Moves the position by a number of seconds, which is negative for the way back. */
  skip(seconds: number): void
  play(): void
  toggle(): void
  /** Selects the next higher or lower speed. */
  changeSpeed(by: 1 | -1): void
  /** Selects the next higher speed. From 2×, it continues with 1×. */
  cycleSpeed(): void
}

function createControls(playback: Playback, showPosition: () => void): Controls {
  function seekTo(second: number): void {
    const { duration } = playback
    playback.currentTime = Math.max(0, Number.isFinite(duration) ? Math.min(second, duration) : second)
    showPosition()
  }
  function play(): void {
    playback.play().catch(showPosition)
  }
  function changeSpeed(by: 1 | -1): void {
    const at = SPEEDS.indexOf(playback.playbackRate)
    playback.playbackRate = at === -1 ? 1 : (SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, at + by))] ?? 1)
  }
  return {
    ...{ seekTo, play, changeSpeed },
    skip: (seconds) => seekTo(playback.currentTime + seconds),
    toggle: () => (playback.paused ? play() : playback.pause()),
    cycleSpeed() {
      if (playback.playbackRate >= 2) playback.playbackRate = 1
      else changeSpeed(1)
    },
  }
}

function bindButtons(findButton: FindButton, controls: Controls): void {
  const onClick = (name: string, act: () => void) => findButton(name)?.addEventListener('click', act)
  onClick('play', controls.toggle)
  onClick('back', () => controls.skip(-JUMP_SECONDS))
  onClick('on', () => controls.skip(JUMP_SECONDS))
  onClick('speed', controls.cycleSpeed)
}

/** Shows position, state and speed of the recording when they change. */
function showMedia(
  media: HTMLMediaElement,
  dock: HTMLElement,
  findButton: FindButton,
  { line, showPosition }: { readonly line: SpokenLine; readonly showPosition: () => void },
): void {
  const showState = () => {
    dock.classList.toggle('call-playing', !media.paused)
    findButton('play')?.setAttribute('aria-label', media.paused ? t('Play') : t('Pause'))
  }
  media.addEventListener('play', () => {
    line.follow()
    showState()
    showPosition()
  })
  media.addEventListener('pause', showState)
  media.addEventListener('seeked', showPosition)
  media.addEventListener('ratechange', () => {
    const speed = findButton('speed')?.firstElementChild ?? null
    if (speed !== null) speed.textContent = `${media.playbackRate}×`
  })
}

/** Seeks to the time in the URL of the page, if it has one. */
function seekToAddress(media: HTMLMediaElement | null, { seekTo }: Controls): void {
  const second = Number(new URL(location.href).searchParams.get('t') ?? Number.NaN)
  if (!(second > 0)) return
  if (media === null || media.readyState > 0) seekTo(second)
  else media.addEventListener('loadedmetadata', () => seekTo(second), { once: true })
}

/** Whether scrolling the target scrolls the transcript. */
function movesPage(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return true
  if (target.closest('#player, dialog') !== null) return false
  return findScroller() === null || target.closest('.call-transcript') !== null
}

/** Renews the URL of the recording after an error, because it expires. */
function renewExpiredAddress(media: HTMLMediaElement): void {
  let renewedAt = 0
  media.addEventListener('error', () => {
    if (Date.now() - renewedAt < RENEWAL_MS) return
    renewedAt = Date.now()
    void renewAddress(media)
  })
}

async function renewAddress(media: HTMLMediaElement): Promise<void> {
  const base = document.querySelector<HTMLElement>('.conversation-page')?.dataset.conversation
  const answer = await fetch(`${base}/player`).catch(() => undefined)
  if (answer?.ok !== true) return
  const content = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const address = content.querySelector('#media')?.getAttribute('src')
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
