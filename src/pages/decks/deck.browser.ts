/** Keyboard navigation, notes and full-screen mode of a presentation. */

const list = document.querySelector<HTMLElement>('#slides')
const slides = [...document.querySelectorAll<HTMLElement>('.deck-slide')]
const present = document.querySelector<HTMLButtonElement>('.deck-present')
let at = 0

if (list !== null && slides.length > 0) {
  const keys = document.querySelector<HTMLElement>('.deck-keys')
  if (keys !== null) keys.hidden = false
  if (present !== null && document.fullscreenEnabled) {
    present.hidden = false
    present.addEventListener('click', () => void fill())
  }
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
    const turn = findKeyAction(event)
    if (turn === undefined) return
    event.preventDefault()
    turn()
  })
  document.addEventListener('fullscreenchange', () => {
    const isFull = document.fullscreenElement === list
    list.classList.toggle('deck-presenting', isFull)
    for (const slide of slides) slide.parentElement?.classList.remove('deck-here')
    if (isFull) markCurrentSlide()
    slides[at]?.scrollIntoView({ block: 'center' })
  })
  list.addEventListener('click', () => {
    if (document.fullscreenElement === list) showSlide(at + 1)
  })
  const seen = new IntersectionObserver(
    (entries) => {
      if (document.fullscreenElement === list) return
      for (const { isIntersecting, target } of entries) {
        if (isIntersecting) at = slides.indexOf(target as HTMLElement)
      }
    },
    { rootMargin: '-45% 0px -45% 0px' },
  )
  for (const slide of slides) seen.observe(slide)
}

function findKeyAction({ key, shiftKey }: KeyboardEvent): (() => void) | undefined {
  switch (key) {
    case 'ArrowRight':
    case 'ArrowDown':
    case 'PageDown':
      return () => showSlide(at + 1)
    case 'ArrowLeft':
    case 'ArrowUp':
    case 'PageUp':
      return () => showSlide(at - 1)
    case ' ':
      return () => showSlide(at + (shiftKey ? -1 : 1))
    case 'Home':
      return () => showSlide(0)
    case 'End':
      return () => showSlide(slides.length - 1)
    case 'n':
      return notes
    case 'f':
      return () => void fill()
    default:
      return undefined
  }
}

function showSlide(to: number): void {
  at = Math.min(slides.length - 1, Math.max(0, to))
  const slide = slides[at]
  if (slide === undefined) return
  if (document.fullscreenElement === list) {
    markCurrentSlide()
    return
  }
  slide.scrollIntoView({ block: 'center' })
  slide.focus({ preventScroll: true })
}

function markCurrentSlide(): void {
  slides.forEach((slide, index) => {
    slide.parentElement?.classList.toggle('deck-here', index === at)
  })
}

function notes(): void {
  const all = [...document.querySelectorAll<HTMLDetailsElement>('.deck-notes')]
  const open = all.some((one) => !one.open)
  for (const one of all) one.open = open
}

async function fill(): Promise<void> {
  if (document.fullscreenElement !== null) return document.exitFullscreen()
  await list?.requestFullscreen()
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('input, textarea, select, button, summary, [contenteditable]') !== null
  )
}
