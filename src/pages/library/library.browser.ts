/** Drag and drop for library folders and clips. Each item also has a form to move it without dragging. */
import { UPDATED } from '../../inbound/web/enhance.browser.ts'

const TYPE = 'application/x-parley-moves'

function prepare(): void {
  for (const one of document.querySelectorAll<HTMLElement>('[data-moves]')) one.draggable = true
}
prepare()
document.addEventListener(UPDATED, prepare)

const findClosest = (target: EventTarget | null, selector: string): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>(selector) : null

document.addEventListener('dragstart', (event) => {
  const moves = findClosest(event.target, '[data-moves]')?.dataset.moves
  if (moves === undefined || event.dataTransfer === null) return
  event.dataTransfer.setData(TYPE, moves)
  event.dataTransfer.effectAllowed = 'move'
})

document.addEventListener('dragover', (event) => {
  const folder = findClosest(event.target, '[data-folder]')
  if (folder === null || event.dataTransfer?.types.includes(TYPE) !== true) return
  event.preventDefault()
  folder.classList.add('library-over')
})

document.addEventListener('dragleave', (event) =>
  findClosest(event.target, '[data-folder]')?.classList.remove('library-over'),
)

document.addEventListener('drop', (event) => {
  const folder = findClosest(event.target, '[data-folder]')
  const moves = event.dataTransfer?.getData(TYPE)
  const form = document.querySelector<HTMLFormElement>('#library-drop')
  if (folder === null || form === null || moves === undefined || moves === '') return
  event.preventDefault()
  folder.classList.remove('library-over')
  const to = folder.dataset.folder ?? ''
  // A folder dropped on itself isn't moved.
  if (moves === `folder:${to}`) return
  const put = (name: string, value: string) => {
    const field = form.elements.namedItem(name)
    if (field instanceof HTMLInputElement) field.value = value
  }
  put('key', moves)
  put('to', to)
  form.requestSubmit()
})
