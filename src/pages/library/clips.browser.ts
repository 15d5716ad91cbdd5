/** Plays clips in their list. One clip plays at a time, and stops at its end. Without this script, the button opens the clip. */

document.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('[data-play]') : null
  if (button === null || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  void play(button)
})

async function play(button: HTMLAnchorElement): Promise<void> {
  const player = await loadPlayer(button.dataset.play ?? '')
  // Without a recording, the page of the clip says why. Without a connection, the browser does.
  if (player === undefined) return location.assign(button.href)
  for (const other of document.querySelectorAll('audio')) other.pause()
  const media = document.adoptNode(player)
  stopAtEnd(media)
  button.closest('.clips-strip')?.replaceChildren(media)
  media.focus()
  // A browser can refuse to play by itself. The user starts the visible player then.
  await media.play().catch(() => undefined)
}

async function loadPlayer(address: string): Promise<HTMLAudioElement | undefined> {
  try {
    const answer = await fetch(address)
    if (!answer.ok) return undefined
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
    return page.querySelector('audio') ?? undefined
  } catch {
    return undefined
  }
}

function stopAtEnd(media: HTMLMediaElement): void {
  const [from, to] = [Number(media.dataset.from), Number(media.dataset.to)]
  media.addEventListener('play', () => {
    for (const other of document.querySelectorAll('audio')) if (other !== media) other.pause()
    if (media.currentTime < from || media.currentTime >= to) media.currentTime = from
  })
  media.addEventListener('timeupdate', () => {
    if (media.currentTime > to) media.pause()
  })
}
