/** Buttons that copy a text of the page. Each says for a moment that it has. */

const SAID_MS = 2_000

for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copies]')) {
  // Only a page that came safely may write there.
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
      () => button.replaceChildren('Copied'),
      () => button.replaceChildren('Not copied'),
    )
    .then(() => setTimeout(() => button.replaceChildren(...before), SAID_MS))
})
