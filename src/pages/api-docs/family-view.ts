/** Page with all operations of a group, and the schemas they reference. */
import { type Html, html } from '../../inbound/web/html.ts'
import { card, heading } from '../components/layout.ts'
import { type ApiDescription, type Family, resolveSchema } from './description.ts'
import { type FieldsContext, renderFields, renderType } from './fields.ts'
import { DOCS_PATH, frame } from './frame.ts'
import { operationView } from './operation-view.ts'

export function familyView(description: ApiDescription, families: readonly Family[], family: Family): string {
  const reading: FieldsContext = { description, named: new Set() }
  const operations = family.operations.map((operation) => operationView(operation, reading))
  return frame({
    ...{ title: `${family.name} · API reference`, families, here: family.slug },
    body: html`${heading(family.name, { trail: [{ label: 'API reference', path: DOCS_PATH }] })}
${operations}
${renderSchemas(reading)}`,
  })
}

/** Referenced schemas, including those that they reference in turn. */
function renderSchemas(reading: FieldsContext): Html {
  const told = new Map<string, Html>()
  for (let left = listUnrendered(reading, told); left.length > 0; left = listUnrendered(reading, told)) {
    for (const name of left) {
      const schema = resolveSchema({ $ref: `#/components/schemas/${name}` }, reading.description)
      const fields = renderFields(schema, reading)
      const body = fields.text === '' ? html`<p class="type">${renderType(schema, reading)}</p>` : fields
      told.set(name, card(name, body, { id: `schema-${name}` }))
    }
  }
  if (told.size === 0) return html``
  return html`<section class="things" aria-label="Schemas">${[...told.values()]}</section>`
}

const listUnrendered = ({ named }: FieldsContext, told: ReadonlyMap<string, Html>) =>
  [...named].filter((name) => !told.has(name))
