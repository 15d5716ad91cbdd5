/** Form to score a call. It replaces an existing result. */
import type { Fields, PageRequest } from '../../inbound/web/define-page.ts'
import { flag, type Html, html } from '../../inbound/web/html.ts'
import { type Fill, form, selectField, textAreaField, textField } from '../components/form.ts'
import { panelPath } from './record.ts'
import type { QuotePositions, ScorecardTemplate, ScorecardView } from './scorecard-data.ts'

type Item = ScorecardTemplate['items'][number]

/** Maximum number of points shown as a selection. Larger scales have a number field. */
const POINTS_MAX = 11
const EVIDENCE_MAX = 20

export function scoringForm(
  req: PageRequest,
  id: string,
  { id: key, template, result }: ScorecardView,
  places: QuotePositions,
): Html {
  const items = template?.items ?? []
  const page = panelPath(id, 'scorecards')
  return html`<div class="record-scoring">${form(
    req,
    {
      ...{ page, action: 'score', key, enhance: '#scorecards', kind: 'plain', button: 'Save scores' },
      pointers: toPointers(req.attempt?.fields, items),
    },
    (fill) => html`<p class="soft">Questions without a score don't count. Your scores replace the existing ones.</p>
${items.map((item) =>
  itemFields(
    fill,
    item,
    result?.items.find(({ uuid }) => uuid === item.id),
    places,
  ),
)}
${textAreaField(fill, { id: `summary-${key}`, name: 'summary', label: 'Summary', value: result?.source === 'human' ? result.summary.summaryText : '', rows: 2, max: 4_000 })}`,
  )} <a href="${page}">Cancel scoring</a></div>`
}

interface Had {
  readonly numericResult: { readonly score: number }
  readonly description: string
  readonly evidences: readonly string[]
}

function itemFields(fill: Fill, item: Item, had: Had | undefined, places: QuotePositions): Html {
  const { id, title, scale } = item
  const [name, value] = [`score-${id}`, had === undefined ? undefined : String(had.numericResult.score)]
  // The operation rejects quotes that a transcript edit has removed.
  const quotes = had?.evidences.filter((quote) => places.get(quote) !== null) ?? []
  const points = toScalePoints(scale, had?.numericResult.score)
  const score =
    points === undefined
      ? textField(fill, { name, label: `Score, ${scale.min} to ${scale.max}`, type: 'number', value })
      : selectField(fill, { name, label: 'Score', value, none: 'No score', choices: points })
  return html`<fieldset class="record-item"><legend><bdi>${title}</bdi></legend>
${score}
${textAreaField(fill, { name: `note-${id}`, label: 'Note', value: had?.description, rows: 2, max: 2_000 })}
<details class="record-more"${flag('open', fill.isWrong(`quotes-${id}`))}><summary>${quotes.length === 0 ? 'Quotes' : `Quotes (${quotes.length})`}</summary>${textAreaField(fill, { name: `quotes-${id}`, label: 'Quotes, one per line', value: quotes.join('\n'), rows: Math.max(2, quotes.length + 1), help: 'Exact text from the transcript.' })}</details>
</fieldset>`
}

/** Points of a scale, with the descriptions of its three levels. Undefined if there are too many points. */
function toScalePoints(scale: Item['scale'], had: number | undefined): { value: string; label: string }[] | undefined {
  const { min, middle, max } = scale
  if (max - min >= POINTS_MAX || (had !== undefined && !Number.isInteger(had))) return undefined
  if (![min, middle, max].every(Number.isInteger)) return undefined
  const words = new Map([
    [min, scale.minCriteria],
    [middle, scale.middleCriteria],
    [max, scale.maxCriteria],
  ])
  return Array.from({ length: max - min + 1 }, (_, step) => {
    const point = min + step
    const said = words.get(point) ?? ''
    return { value: String(point), label: said === '' ? String(point) : `${point}: ${said}` }
  })
}

/** IDs of the questions with a score, in the order of the request. */
const givenIds = (fields: Fields, ids: readonly string[]) =>
  ids.filter((id) => fields.optional(`score-${id}`) !== undefined)

export function scoresGiven(fields: Fields, ids: readonly string[]) {
  return givenIds(fields, ids).map((uuid) => ({
    uuid,
    score: Number(fields.text(`score-${uuid}`)),
    description: fields.text(`note-${uuid}`),
    evidences: fields
      .text(`quotes-${uuid}`)
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  }))
}

/** Maps JSON pointers to the fields of each question. */
function toPointers(fields: Fields | undefined, items: readonly Item[]): Record<string, string> {
  if (fields === undefined) return {}
  const ids = givenIds(
    fields,
    items.map(({ id }) => id),
  )
  return Object.fromEntries(
    ids.flatMap((id, at) => [
      [`/items/${at}/score`, `score-${id}`],
      [`/items/${at}/description`, `note-${id}`],
      ...Array.from({ length: EVIDENCE_MAX }, (_, n) => [`/items/${at}/evidences/${n}`, `quotes-${id}`]),
      [`/items/${at}/evidences`, `quotes-${id}`],
    ]),
  )
}
