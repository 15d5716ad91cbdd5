/** Keys of the call page, which act on the player unless the user types or the focused element uses them. */

const SCROLLING = /^(PageUp|PageDown|Home|End|ArrowUp|ArrowDown)$/

/**
 * @param actions by the name of the key. Brackets also work with Shift, which some keyboards need for them
 * @param scrolled called for keys that scroll the page
 */
export function listenToKeys(actions: Readonly<Record<string, () => void>>, scrolled: () => void): void {
  document.addEventListener('keydown', (event) => {
    const { key } = event
    if (isTyping(event) || event.ctrlKey || event.metaKey || event.altKey) return
    if (SCROLLING.test(key)) return scrolled()
    const act = event.shiftKey && key !== ']' && key !== '[' ? undefined : actions[key]
    if (act === undefined || isUsedByTarget(event)) return
    event.preventDefault()
    act()
  })
}

/** Whether the user types. The range of the timeline isn't a text field: it has the same keys as the page. */
export const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLElement &&
  target.id !== 'seek' &&
  (target.isContentEditable || target instanceof HTMLMediaElement || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** Whether the focused element has its own use for the key: buttons for Space, tabs for arrows. */
const isUsedByTarget = ({ target, key }: KeyboardEvent) =>
  target instanceof Element && target.closest(key === ' ' ? 'button, a, summary' : '[role=tab], dialog') !== null
