/** Reads a chosen transcript file into the text field, where the user sees what is sent. */
import { t } from '../../inbound/web/languages/messages.browser.ts'

for (const card of document.querySelectorAll<HTMLElement>('[data-attach]')) {
  const file = card.querySelector<HTMLInputElement>('input[type=file]')
  const text = card.querySelector<HTMLTextAreaElement>('textarea')
  file?.addEventListener('change', async () => {
    const [chosen] = file.files ?? []
    if (chosen === undefined || text === null) return
    const isTooLarge = chosen.size > Number(card.dataset.attach)
    file.setCustomValidity(isTooLarge ? t('The file is too large. Import it with the command line or the API.') : '')
    if (isTooLarge) {
      file.value = ''
      file.reportValidity()
      return
    }
    text.value = await chosen.text()
    // The text is sent. The file isn't part of the form.
    file.value = ''
    text.dispatchEvent(new Event('input', { bubbles: true }))
    text.focus()
  })
}
