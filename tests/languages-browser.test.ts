/** Every text that a module for browsers shows comes from the catalog of the language. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { findBrowserTexts } from '../scripts/languages/find-browser-texts.ts'
import { listPageSources } from '../scripts/languages/find-messages.ts'

const modules = listPageSources().filter((path) => path.endsWith('.browser.ts'))

describe('a module for browsers', () => {
  it('is one of many', () => expect(modules.length).toBeGreaterThan(30))

  it.each(modules)('%s shows no text that is not a message', (path) => {
    const source = readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
    expect(findBrowserTexts(path, source)).toEqual([])
  })
})

describe('the search for text', () => {
  it('finds sentences, and what is shown or read aloud', () => {
    const source = [
      `const words = "Couldn't copy the link."`,
      "button.replaceChildren('Copied')",
      "button.textContent = isOn ? 'Pause' : t('Continue')",
      // biome-ignore lint/suspicious/noTemplateCurlyInString: source of a module
      'bar.setAttribute("aria-label", `Upload of ${name}`)',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: source of a module
      'status.textContent = words ?? `Status ${code}`',
    ].join('\n')
    expect(findBrowserTexts('a.browser.ts', source)).toEqual([
      "a.browser.ts:1: Couldn't copy the link.",
      'a.browser.ts:2: Copied',
      'a.browser.ts:3: Pause',
      'a.browser.ts:4: Upload of {0}',
      'a.browser.ts:5: Status {0}',
    ])
  })

  it('leaves messages, errors, keys and names alone', () => {
    const source = [
      "button.textContent = t('Saved the call')",
      "throw new Error('Loading failed with status 500')",
      "const KEYS = { 'Shift ArrowLeft': () => undefined }",
      "body.append('conversationTitle', name); element.className = 'plain conversation-close'",
      // biome-ignore lint/suspicious/noTemplateCurlyInString: source of a module
      'line.textContent = `${minutes}:${seconds}`',
    ].join('\n')
    expect(findBrowserTexts('a.browser.ts', source)).toEqual([])
  })
})
