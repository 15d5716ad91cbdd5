import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { html } from './html.ts'

const UNESCAPED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

describe('a template', () => {
  it('keeps any text as text, and all of it', () => {
    const text = fc.string({ unit: fc.constantFrom('<', '>', '&', '"', "'", 'a', ';', 'amp;', '/', '🚀') })
    fc.assert(
      fc.property(text, (given) => {
        const made = html`<p title="${given}">${given}</p>`.text
        const [, inTitle = '', inside = ''] = /^<p title="([^"]*)">([^<]*)<\/p>$/.exec(made) ?? []
        for (const found of [inTitle, inside]) {
          expect(found.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => UNESCAPED[name] ?? '')).toBe(given)
        }
      }),
    )
  })

  it('takes markup that it made itself, one or many, as markup', () => {
    const items = ['<', 'b'].map((one) => html`<li>${one}</li>`)
    expect(html`<ul>${items}</ul>${html`<hr>`}`.text).toBe('<ul><li>&lt;</li><li>b</li></ul><hr>')
  })
})
