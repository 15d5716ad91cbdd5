/**
 * Page with all components and their states, in light and dark. Only `parley serve --styleguide` serves it, as
 * `npm run dev` does. Its text isn't translated, because only developers read it.
 */

import { definePage } from '../../inbound/web/define-page.ts'
import { html } from '../../inbound/web/html.ts'
import { heading } from '../components/layout.ts'
import { DRAWINGS } from './drawings.ts'
import { SAMPLES } from './samples.ts'

const SCHEMES = ['light', 'dark'] as const

export const styleguidePage = definePage({
  path: '/styleguide',
  async show(req) {
    const all = [...DRAWINGS.slice(0, 1), ...SAMPLES, ...DRAWINGS.slice(1)].map((one, index) => ({
      ...one,
      id: `component-${index + 1}`,
    }))
    return {
      title: 'Style guide',
      body: html`${heading('Style guide', { words: 'Components with their states, in light at the left and dark at the right. Tab through them to see the focus, and point at them to see hovered states.' })}
<nav class="styleguide-contents" aria-label="Components"><ul>${all.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}</ul></nav>
${all.map(
  ({ id, title, render }) =>
    html`<section class="styleguide-part" id="${id}"><h2>${title}</h2><div>${SCHEMES.map(
      (scheme) =>
        html`<div class="styleguide-scheme styleguide-${scheme}" role="group" aria-label="${title}, ${scheme}">${render(req, scheme)}</div>`,
    )}</div></section>`,
)}`,
    }
  },
})
