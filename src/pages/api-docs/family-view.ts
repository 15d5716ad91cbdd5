/** Page with all operations of a group, and the schemas they reference. */
import { type Html, html } from '../../inbound/web/html.ts'
import { card, heading } from '../components/layout.ts'
import { type Description, type Family, resolved } from './description.ts'
import { fieldsOf, type Reading, typeOf } from './fields.ts'
import { DOCS_PATH, frame } from './frame.ts'
import { operationView } from './operation-view.ts'

export function familyView(description: Description, families: readonly Family[], family: Family): string {
  const reading: Reading = { description, named: new Set() }
  const operations = family.operations.map((operation) => operationView(operation, reading))
  return frame({
    ...{ title: `${family.name} · API reference`, families, here: family.slug },
    body: html`${heading(family.name, { trail: [{ label: 'API reference', path: DOCS_PATH }] })}
${operations}
${things(reading)}`,
  })
}

/** Referenced schemas, including those that they reference in turn. */
function things(reading: Reading): Html {
  const told = new Map<string, Html>()
  for (let left = untold(reading, told); left.length > 0; left = untold(reading, told)) {
    for (const name of left) {
      const schema = resolved({ $ref: `#/components/schemas/${name}` }, reading.description)
      const fields = fieldsOf(schema, reading)
      const body = fields.text === '' ? html`<p class="type">${typeOf(schema, reading)}</p>` : fields
      told.set(name, card(name, body, { id: `schema-${name}` }))
    }
  }
  if (told.size === 0) return html``
  return html`<section class="things" aria-label="Schemas">${[...told.values()]}</section>`
}

const untold = ({ named }: Reading, told: ReadonlyMap<string, Html>) => [...named].filter((name) => !told.has(name))
