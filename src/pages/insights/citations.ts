/** Links the citations of an answer, `[3]`, to their places. */
import { type Html, html } from '../../inbound/web/html.ts'
import { momentPath } from '../components/search-hits.ts'

/** A quote of a call, or a document of the knowledge base. */
export interface CitedPlace {
  readonly type: 'CONVERSATION' | 'KB_SOURCE'
  readonly id: string
  readonly title: string
  /** Seconds from the start of the call. Null without times. */
  readonly start: number | null
}

/** Replaces `[3]` with a link to the place of the third source. Other numbers in brackets stay unchanged. */
export function linkCitations(line: string, items: readonly CitedPlace[]): readonly Html[] {
  return line.split(/((?:\[\d+\] ?)*\[\d+\])/).flatMap((part, index) => {
    if (index % 2 === 0) return [html`${part}`]
    const marks = [...part.matchAll(/\[(\d+)\]/g)].map(([mark, digits]) => ({ mark, number: Number(digits) }))
    return splitIntoRuns(marks, items).map((run, at) => html`${at > 0 && ' '}${renderRun(run)}`)
  })
}

/** A line of a list, which can start with the title of a cited call or document. */
export function linkLine(line: string, items: readonly CitedPlace[]): Html {
  const cited = items.find(({ title }) => title !== '' && line.startsWith(`${title} (`))
  if (cited === undefined) return html`${linkCitations(line, items)}`
  const path = formatSourcePath({ ...cited, start: null })
  return html`<a class="insights-title" href="${path}"><bdi>${cited.title}</bdi></a>${linkCitations(line.slice(cited.title.length), items)}`
}

interface CitationMark {
  readonly mark: string
  readonly number: number
}

/** Consecutive marks of one call or document, from the first to the last number. */
interface MarkRun {
  readonly first: CitationMark
  readonly last: CitationMark
  /** Undefined for a number that isn't a source. */
  readonly item: CitedPlace | undefined
}

function splitIntoRuns(marks: readonly CitationMark[], items: readonly CitedPlace[]): MarkRun[] {
  const runs: MarkRun[] = []
  for (const mark of marks) {
    const item = items[mark.number - 1]
    const before = runs.at(-1)
    const continues = item !== undefined && before?.item?.id === item.id && mark.number === before.last.number + 1
    if (continues && before !== undefined) runs[runs.length - 1] = { ...before, last: mark }
    else runs.push({ first: mark, last: mark, item })
  }
  return runs
}

function renderRun({ first, last, item }: MarkRun): Html {
  if (item === undefined) return html`${first.mark}`
  const numbers = first === last ? `${first.number}` : `${first.number}–${last.number}`
  return html`<a class="insights-mark" href="${formatSourcePath(item)}" title="${item.title}">${numbers}</a>`
}

export const formatSourcePath = ({ type, id, start }: CitedPlace) =>
  type === 'KB_SOURCE' ? `/knowledge/${id}` : momentPath(id, { start })
