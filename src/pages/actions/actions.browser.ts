/** Copies a draft to the clipboard. The buttons stay hidden if the browser has no clipboard API. */

import { UPDATED } from '../../inbound/web/enhance.browser.ts'
import { t } from '../../inbound/web/languages/messages.browser.ts'

function show(): void {
  if (navigator.clipboard === undefined) return
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copy]')) button.hidden = false
}

show()
document.addEventListener(UPDATED, show)

document.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest<HTMLButtonElement>('button[data-copy]') : null
  const text = button === null ? null : document.querySelector<HTMLTextAreaElement>(button.dataset.copy ?? '')
  if (button !== null && text !== null) void copy(button, text.value)
})

async function copy(button: HTMLButtonElement, text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    button.textContent = t('Copied')
  } catch {
    button.textContent = t("Couldn't copy. Select the text instead.")
  }
}
