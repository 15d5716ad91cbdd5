/** Puts an address where it can be pasted from. */

document.addEventListener('click', (event) => {
  const { target } = event
  if (!(target instanceof Element) || event.defaultPrevented) return
  const link = target.closest<HTMLAnchorElement>('a[data-copy]')
  const button = target.closest<HTMLButtonElement>('button[data-copy-from]')
  const text = link?.href ?? document.querySelector<HTMLInputElement>(`#${button?.dataset.copyFrom}`)?.value
  const pressed = link ?? button
  // Without a clipboard, as on pages that did not come over TLS, the link leads where it leads.
  if (pressed === null || text === undefined || navigator.clipboard === undefined) return
  event.preventDefault()
  void copy(text, pressed)
})

async function copy(text: string, pressed: HTMLElement): Promise<void> {
  const words = pressed.textContent
  try {
    await navigator.clipboard.writeText(text)
    pressed.textContent = 'Copied'
  } catch {
    pressed.textContent = 'Not allowed to copy'
  }
  setTimeout(() => {
    pressed.textContent = words
  }, 1_500)
}

/** Buttons that can do nothing are not shown. */
export function showCopying(within: ParentNode): void {
  for (const button of within.querySelectorAll<HTMLButtonElement>('button[data-copy-from]')) {
    button.hidden = navigator.clipboard === undefined
  }
}
showCopying(document)
