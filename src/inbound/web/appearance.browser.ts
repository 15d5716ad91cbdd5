/** Color scheme of this browser. The service reads the cookie, so that the next page has the scheme from its first frame. */

const YEAR = 31_536_000

/** Event after a change of the color scheme. */
export const APPEARANCE = 'parley:appearance'

/** @param scheme `light` or `dark`; empty for the one of the system */
export function setAppearance(scheme: string): void {
  if (scheme === '') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = scheme
  // biome-ignore lint/suspicious/noDocumentCookie: not all browsers support the Cookie Store API yet
  document.cookie = `parley_theme=${scheme}; path=/; max-age=${scheme === '' ? 0 : YEAR}; samesite=lax`
  document.dispatchEvent(new Event(APPEARANCE))
}
