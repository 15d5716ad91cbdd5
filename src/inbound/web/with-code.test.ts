import { expect, it } from 'vitest'
import { t } from '../../core/languages/message.ts'
import { createNoticePage } from './page.ts'
import { withCode } from './with-code.ts'

it('words between backticks are code, and the rest is text', () => {
  expect(withCode('Run `parley backup <folder>` & wait.').text).toBe(
    'Run <code>parley backup &lt;folder&gt;</code> &amp; wait.',
  )
  expect(withCode('`a``b`').text).toBe('<code>a</code><code>b</code>')
})

it('a single backtick is text', () => {
  expect(withCode('Type ` here.').text).toBe('Type ` here.')
})

it('a page with a message shows the names of fields as code', () => {
  const page = createNoticePage(400, t('Page not found'), t`\`${'owner'}\` isn't known.`)
  expect(page.body).toContain('<code>owner</code> isn')
})
