/** Copies links to the clipboard. */
import { t } from '../../inbound/web/languages/messages.browser.ts'

document.addEventListener('click', (event) => {
  const { target } = event
  if (!(target instanceof Element) || event.defaultPrevented) return
  const link = target.closest<HTMLAnchorElement>('a[data-copy]')
  const button = target.closest<HTMLButtonElement>('button[data-copy-from]')
  const text = link?.href ?? document.querySelector<HTMLInputElement>(`#${button?.dataset.copyFrom}`)?.value
  const pressed = link ?? button
  // Without a clipboard API, as on pages without TLS, the link works as a normal link.
  if (pressed === null || text === undefined || navigator.clipboard === undefined) return
  event.preventDefault()
  void copy(text, pressed)
})

async function copy(text: string, pressed: HTMLElement): Promise<void> {
  const before = [...pressed.childNodes]
  try {
    await navigator.clipboard.writeText(text)
    pressed.replaceChildren(t('Copied'))
  } catch {
    pressed.replaceChildren(t("Couldn't copy"))
  }
  setTimeout(() => pressed.replaceChildren(...before), 1_500)
}

/** Hides copy buttons if the browser has no clipboard API. */
export function showCopying(within: ParentNode): void {
  for (const button of within.querySelectorAll<HTMLButtonElement>('button[data-copy-from]')) {
    button.hidden = navigator.clipboard === undefined
  }
}
showCopying(document)
