/**
 * Drag and drop for library folders and clips, into a folder and to another place in the order. Each item also has a form
 * to move it without dragging.
 */
import { UPDATED } from '../../inbound/web/enhance.browser.ts'

const TYPE = 'application/x-parley-moves'

function prepare(): void {
  for (const one of document.querySelectorAll<HTMLElement>('[data-moves]')) one.draggable = true
}
prepare()
document.addEventListener(UPDATED, prepare)

/** Folder or clip that is dragged, as in `data-moves`. */
let dragged = ''

const findClosest = (target: EventTarget | null, selector: string): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>(selector) : null

document.addEventListener('dragstart', (event) => {
  const moves = findClosest(event.target, '[data-moves]')?.dataset.moves
  if (moves === undefined || event.dataTransfer === null) return
  dragged = moves
  event.dataTransfer.setData(TYPE, moves)
  event.dataTransfer.effectAllowed = 'move'
})

/** Folder for anything, or clip whose place another clip gets. */
function findTarget(target: EventTarget | null): HTMLElement | null {
  const found = findClosest(target, dragged.startsWith('item:') ? '[data-folder], [data-place]' : '[data-folder]')
  return found?.dataset.moves === dragged ? null : found
}

document.addEventListener('dragover', (event) => {
  const folder = findTarget(event.target)
  if (folder === null || event.dataTransfer?.types.includes(TYPE) !== true) return
  event.preventDefault()
  folder.classList.add('library-over')
})

document.addEventListener('dragleave', (event) => findTarget(event.target)?.classList.remove('library-over'))

document.addEventListener('drop', (event) => {
  const folder = findTarget(event.target)
  const moves = event.dataTransfer?.getData(TYPE)
  const place = folder?.dataset.place
  const form = document.querySelector<HTMLFormElement>(place === undefined ? '#library-drop' : '#library-order')
  if (folder === null || form === null || moves === undefined || moves === '') return
  event.preventDefault()
  folder.classList.remove('library-over')
  const put = (name: string, value: string) => {
    const field = form.elements.namedItem(name)
    if (field instanceof HTMLInputElement) field.value = value
  }
  put('key', place === undefined ? moves : moves.slice('item:'.length))
  put('to', folder.dataset.folder ?? '')
  put('position', place ?? '')
  form.requestSubmit()
})
