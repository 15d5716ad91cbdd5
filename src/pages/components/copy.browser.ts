/** Buttons that copy a text of the page to the clipboard and confirm it briefly. */
import { t } from '../../inbound/web/languages/messages.browser.ts'

const SAID_MS = 2_000

for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copies]')) {
  // Browsers offer the clipboard API on secure pages only.
  button.hidden = navigator.clipboard === undefined
}

document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest<HTMLButtonElement>('button[data-copies]') : null
  const text = button === null ? null : document.getElementById(button.dataset.copies ?? '')
  if (button === null || text === null) return
  const before = [...button.childNodes]
  void navigator.clipboard
    .writeText(text.textContent)
    .then(
      () => button.replaceChildren(t('Copied')),
      () => button.replaceChildren(t("Couldn't copy")),
    )
    .then(() => setTimeout(() => button.replaceChildren(...before), SAID_MS))
})
