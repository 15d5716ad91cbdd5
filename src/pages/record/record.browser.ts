/**
 * Recorder of calls: records the chosen sources, stores each part in the browser, and sends it to the server while it records.
 * `capture.browser.ts` opens the sources, `parts.browser.ts` keeps parts, and `upload.browser.ts` sends them.
 */
import { t } from '../../inbound/web/languages/messages.browser.ts'
import {
  type Capture,
  CaptureError,
  canRecordTab,
  findObstacle,
  openCapture,
  type Source,
  startRecorder,
} from './capture.browser.ts'
import { deleteAbandonedParts } from './parts.browser.ts'
import { PartUploads, type UploadState } from './upload.browser.ts'

const LEVEL_MS = 100

const root = document.querySelector<HTMLElement>('[data-recorder]')
const part = <T extends HTMLElement>(name: string) => root?.querySelector<T>(`[data-recorder-${name}]`) ?? null
const page = root?.dataset.recorder ?? ''
const form = root?.querySelector<HTMLFormElement>('[data-recorder-form] form') ?? null
const live = part('live')
const problem = part('problem')
const stateText = part('state')
const time = part('time')
const pauseButton = part<HTMLButtonElement>('pause')
const stopButton = part<HTMLButtonElement>('stop')
const continueButton = part<HTMLButtonElement>('continue')

let capture: Capture | undefined
let uploads: PartUploads | undefined
let isLeaving = false

const findToken = () => document.querySelector<HTMLInputElement>('input[name=form]')?.value ?? ''

if (root !== null) {
  const obstacle = findObstacle()
  if (obstacle !== undefined) showProblem(obstacle)
  const tab = root.querySelector<HTMLInputElement>('input[name=tab]')
  if (tab !== null && !canRecordTab()) {
    tab.checked = false
    tab.disabled = true
  }
  for (const button of root.querySelectorAll<HTMLButtonElement>(
    '[data-recorder-form] button, [data-recorder-continue]',
  ))
    button.disabled = obstacle !== undefined
  form?.addEventListener('submit', (event) => {
    event.preventDefault()
    void start(form)
  })
  pauseButton?.addEventListener('click', togglePause)
  stopButton?.addEventListener('click', () => void stop())
  void deleteAbandonedParts()
  const { session } = root.dataset
  if (session !== undefined) void restore(session)
  addEventListener('beforeunload', (event) => {
    if (capture !== undefined && !isLeaving) event.preventDefault()
  })
}

/** Sends parts that an earlier visit left in the browser, and offers to continue. */
async function restore(session: string): Promise<void> {
  uploads = new PartUploads(`${page}/${session}`, session, findToken(), showUpload)
  const last = await uploads.restore()
  const take = Math.max(last + 1, Number(root?.dataset.takes))
  continueButton?.addEventListener('click', () => void continueWith(session, take))
}

async function continueWith(session: string, take: number): Promise<void> {
  const sources = (root?.dataset.sources?.split(' ') ?? []) as Source[]
  clearProblem()
  try {
    capture = await openCapture(
      sources.filter((source) => source !== 'tab' || canRecordTab()),
      onSourceEnded,
    )
  } catch (error) {
    showProblem(error instanceof CaptureError ? error.message : t("Couldn't start the recording. Try again."))
    return
  }
  for (const hidden of root?.querySelectorAll<HTMLElement>('[data-recorder-rest]') ?? []) hidden.hidden = true
  record(session, take, sources)
}

async function start(from: HTMLFormElement): Promise<void> {
  clearProblem()
  const sources = (['microphone', 'tab'] as const).filter(
    (name) => from.querySelector<HTMLInputElement>(`input[name=${name}]`)?.checked === true,
  )
  if (sources.length === 0) return showProblem(t('Choose what to record: the microphone, a tab, or both.'))
  from.setAttribute('aria-busy', 'true')
  try {
    capture = await openCapture(sources, onSourceEnded)
    const session = await createSession(from)
    uploads = new PartUploads(`${page}/${session}`, session, findToken(), showUpload)
    from.hidden = true
    record(session, 0, sources)
  } catch (error) {
    capture?.stop()
    capture = undefined
    showProblem(error instanceof CaptureError ? error.message : t("Couldn't start the recording. Try again."))
  } finally {
    from.removeAttribute('aria-busy')
  }
}

/** @throws CaptureError with the problems of the form */
async function createSession(from: HTMLFormElement): Promise<string> {
  const body = new URLSearchParams()
  for (const [name, value] of new FormData(from)) if (typeof value === 'string') body.append(name, value)
  const response = await fetch(from.action, { method: 'POST', body })
  const answer = new DOMParser().parseFromString(await response.text(), 'text/html')
  const id = answer.querySelector<HTMLElement>('[data-session]')?.dataset.session
  if (id !== undefined) return id
  const words = answer.querySelector('main .problem li, main .empty p')?.textContent
  throw new CaptureError(words ?? t("Couldn't start the recording. Try again."))
}

function record(session: string, take: number, sources: readonly Source[]): void {
  if (capture === undefined || live === null) return
  const { recorder } = capture
  let number = 0
  recorder.addEventListener('dataavailable', ({ data }) => {
    if (data.size === 0) return
    const kept = uploads?.add({ session, take, part: number++, blob: data, recordedAt: Date.now() })
    kept?.catch(() => {
      showProblem(t("The browser can't store more of the recording. Stop and save it, and free disk space."))
    })
  })
  startRecorder(capture)
  live.hidden = false
  for (const meter of live.querySelectorAll<HTMLElement>('[data-recorder-source]'))
    meter.hidden = !sources.some((source) => source === meter.dataset.recorderSource)
  stopButton?.focus()
  document.title = `● ${document.title}`
  showUpload({ kind: 'sending', left: 0 })
  watch(capture)
}

/** Updates the time and the levels while the recording runs. */
function watch(of: Capture): void {
  let recordedMs = 0
  let last = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    if (of.recorder.state === 'recording') recordedMs += now - last
    last = now
    if (time !== null) time.textContent = formatTime(recordedMs)
    for (const meter of live?.querySelectorAll<HTMLMeterElement>('meter') ?? [])
      meter.value = of.recorder.state === 'recording' ? of.level(meter.dataset.level as Source) : 0
    if (of.recorder.state === 'inactive') clearInterval(timer)
  }, LEVEL_MS)
}

function formatTime(ms: number): string {
  const seconds = Math.floor(ms / 1_000)
  const pad = (value: number) => String(value).padStart(2, '0')
  const hours = Math.floor(seconds / 3_600)
  return `${hours > 0 ? `${hours}:` : ''}${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}`
}

function togglePause(): void {
  if (capture === undefined || pauseButton === null) return
  const { recorder } = capture
  const isPaused = recorder.state === 'paused'
  if (isPaused) recorder.resume()
  else recorder.pause()
  pauseButton.textContent = isPaused ? t('Pause') : t('Continue')
  live?.toggleAttribute('data-paused', !isPaused)
}

function onSourceEnded(source: Source): void {
  if (capture?.recorder.state === 'inactive') return
  showProblem(
    source === 'tab'
      ? t(
          'The tab is no longer shared. Only the microphone is recorded. Stop and save, or reload the page to continue with the tab.',
        )
      : t('The microphone was disconnected. Reload the page to continue with another one.'),
  )
}

async function stop(): Promise<void> {
  if (capture === undefined || uploads === undefined) return
  const { recorder } = capture
  for (const button of [pauseButton, stopButton]) if (button !== null) button.disabled = true
  const stopped = new Promise((resolve) => recorder.addEventListener('stop', resolve, { once: true }))
  recorder.stop()
  await stopped
  capture.stop()
  // The last part is added in the event before `stop`.
  if (!(await uploads.finish())) return
  capture = undefined
  isLeaving = true
  submitFinish(uploads.page, uploads.token)
}

/** Opens the imported call. */
function submitFinish(sessionPage: string, token: string): void {
  const finish = document.createElement('form')
  finish.method = 'post'
  finish.action = `${sessionPage}/finish`
  const field = document.createElement('input')
  field.type = 'hidden'
  field.name = 'form'
  field.value = token
  finish.append(field)
  document.body.append(finish)
  finish.submit()
}

function showUpload(state: UploadState): void {
  if (stateText !== null) stateText.textContent = describeUpload(state)
  // Saving now would leave out what the server doesn't have yet.
  for (const button of root?.querySelectorAll<HTMLButtonElement>('[data-recorder-rest] button') ?? [])
    if (button.closest('[data-recorder-finish]') !== null) button.disabled = state.left > 0 && state.kind !== 'refused'
  if (state.kind === 'gone') {
    capture?.recorder.stop()
    capture?.stop()
    capture = undefined
  }
}

function describeUpload(state: UploadState): string {
  switch (state.kind) {
    case 'stored':
      return t('Everything recorded so far is stored.')
    case 'sending':
      return t('Storing the recording…')
    case 'waiting':
      return t('No connection. This browser keeps the recording and sends it later.')
    case 'signed-out':
      return t('You are signed out. Sign in in another tab; the recording continues.')
    case 'gone':
      return t('This recording was saved or discarded in another window.')
    case 'refused':
      return t('Parley stores no more of this recording: {0}', state.reason)
  }
}

function showProblem(words: string): void {
  if (problem === null) return
  problem.textContent = words
  problem.hidden = false
}

function clearProblem(): void {
  if (problem !== null) problem.hidden = true
}
