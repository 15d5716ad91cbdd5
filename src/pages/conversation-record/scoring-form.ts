/** Form to score a call. It replaces an existing result. */

import { type Text, t } from '../../core/languages/message.ts'
import type { Fields, PageRequest } from '../../inbound/web/define-page.ts'
import { flag, type Html, html } from '../../inbound/web/html.ts'
import { type Fill, form, selectField, textAreaField, textField } from '../components/form.ts'
import { formatConfidence, panelPath, renderQuote } from './record.ts'
import type { QuotePositions, ScorecardTemplate, ScorecardView } from './scorecard-data.ts'

type Item = ScorecardTemplate['items'][number]

/** Maximum number of points shown as a selection. Larger scales have a number field. */
const POINTS_MAX = 11
const EVIDENCE_MAX = 20

/** Place of the form that isn't the panel of a call. */
export interface ScoringPlace {
  readonly page: string
  readonly action: string
  readonly button: Text
  /** Link next to the button. */
  readonly away: Html
  /** Hidden fields. */
  readonly fields: Readonly<Record<string, string>>
  /** Whether each question shows the quotes and the reason of the existing score. */
  readonly showsEvidence: boolean
}

export function scoringForm(
  req: PageRequest,
  id: string,
  { id: key, template, result }: ScorecardView,
  places: QuotePositions,
  place?: ScoringPlace,
): Html {
  const items = template?.items ?? []
  const page = panelPath(id, 'scorecards')
  const given =
    place === undefined
      ? ({ page, action: 'score', enhance: '#scorecards', kind: 'plain', button: t('Save scores') } as const)
      : ({ page: place.page, action: place.action, kind: 'primary', button: place.button } as const)
  const hidden = Object.entries(place?.fields ?? {}).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )
  return html`<div class="record-scoring">${form(
    req,
    {
      ...{ ...given, key },
      pointers: toPointers(req.attempt?.fields, items),
    },
    (
      fill,
    ) => html`${hidden}<p class="soft">Questions without a score don't count. Your scores replace the existing ones.</p>
${items.map((item) =>
  itemFields(
    fill,
    item,
    result?.items.find(({ uuid }) => uuid === item.id),
    places,
    place?.showsEvidence === true ? id : undefined,
  ),
)}
${textAreaField(fill, { id: `summary-${key}`, name: 'summary', label: t('Summary'), value: result?.source === 'human' ? result.summary.summaryText : '', rows: 2, max: 4_000 })}`,
  )} ${place?.away ?? html`<a href="${page}">Cancel scoring</a>`}</div>`
}

interface Had {
  readonly numericResult: { readonly score: number }
  readonly description: string
  readonly evidences: readonly string[]
  readonly confidence: number
}

/** @param evidenceOf call whose quotes are shown above the score. Undefined if none are */
function itemFields(
  fill: Fill,
  item: Item,
  had: Had | undefined,
  places: QuotePositions,
  evidenceOf: string | undefined,
): Html {
  const { id, title, scale } = item
  const [name, value] = [`score-${id}`, had === undefined ? undefined : String(had.numericResult.score)]
  // The operation rejects quotes that a transcript edit has removed.
  const quotes = had?.evidences.filter((quote) => places.get(quote) !== null) ?? []
  const points = toScalePoints(scale, had?.numericResult.score)
  const score =
    points === undefined
      ? textField(fill, { name, label: t`Score, ${scale.min} to ${scale.max}`, type: 'number', value })
      : selectField(fill, { name, label: t('Score'), value, none: t('No score'), choices: points })
  return html`<fieldset class="record-item"><legend><bdi>${title}</bdi></legend>
${evidenceOf !== undefined && renderEvidence(evidenceOf, had, quotes, places)}
${score}
${textAreaField(fill, { name: `note-${id}`, label: t('Note'), value: had?.description, rows: 2, max: 2_000 })}
<details class="record-more"${flag('open', fill.isWrong(`quotes-${id}`))}><summary>${quotes.length === 0 ? t('Quotes') : t`Quotes (${quotes.length})`}</summary>${textAreaField(fill, { name: `quotes-${id}`, label: t('Quotes, one per line'), value: quotes.join('\n'), rows: Math.max(2, quotes.length + 1), help: t('Exact text from the transcript.') })}</details>
</fieldset>`
}

/** Quotes of the existing score with links to the call, and its confidence. */
function renderEvidence(id: string, had: Had | undefined, quotes: readonly string[], places: QuotePositions): Html {
  if (had === undefined) return html`<p class="soft">Not scored automatically.</p>`
  return html`${quotes.map((quote) => {
    const position = places.get(quote)
    return renderQuote(id, {
      ...{
        quote,
        speaker: position?.speaker ?? '',
        start: position?.start ?? null,
        segment: position?.segment ?? null,
      },
    })
  })}<p class="record-by">Automatic score ${had.numericResult.score}. ${formatConfidence(had.confidence)}.</p>`
}

/** Points of a scale, with the descriptions of its three levels. Undefined if there are too many points. */
function toScalePoints(scale: Item['scale'], had: number | undefined): { value: string; label: Text }[] | undefined {
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
