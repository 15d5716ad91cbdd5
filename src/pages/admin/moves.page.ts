/** Moves from other products, each with its ledger. */
import { getMove, listMoves, type Move, type MoveLedger, PARTS } from '../../features/moves/vendor-moves/index.ts'
import type { PageRequest } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { badge, card, empty, facts, heading } from '../components/layout.ts'
import { pageAsked, pager, table } from '../components/table.ts'
import { renderTimestamp } from '../components/times.ts'
import { adminPage } from './shared.ts'

const MOVES = '/admin/moves'

export const movesPage = adminPage({
  path: MOVES,
  navigation: {
    group: 'data',
    label: 'Moves',
    role: 'ADMIN',
    words: 'Calls from Gong, Fireflies and others, with ledgers',
  },
  async show(req) {
    const { data, meta } = await req.run(listMoves, { page: pageAsked(req) })
    return {
      title: 'Moves',
      body: html`${heading('Moves', { words: 'Calls that come from other products. The server administrator starts a move with a command.' })}
${data.length === 0 ? empty('No moves yet', html`Bring all calls of another product with <code>parley move gong</code>. <code>parley move --help</code> lists the products.`) : table<Move>(data, columns(req), { caption: 'Moves' })}
${pager(req, meta)}`,
    }
  },
})

const STATES = { running: 'Running', stopped: 'Stopped', completed: 'Completed' } as const
const renderState = (state: Move['state']): Html => badge(STATES[state], state === 'completed' ? 'good' : 'open')

const columns = (req: PageRequest) => [
  { title: 'Move', cell: (move: Move) => html`<a href="${MOVES}/${move.uuid}"><bdi>${nameMove(move)}</bdi></a>` },
  { title: 'Status', cell: ({ state }: Move) => renderState(state) },
  { title: 'Found', kind: 'number' as const, cell: ({ found }: Move) => number(found) },
  { title: 'New', kind: 'number' as const, cell: ({ added }: Move) => number(added) },
  { title: 'Failed', kind: 'number' as const, cell: ({ failed }: Move) => number(failed) },
  { title: 'Last change', cell: ({ updatedAt }: Move) => renderTimestamp(req, updatedAt) },
]

export const movePage = adminPage({
  path: `${MOVES}/:id`,
  async show(req) {
    const { ledger, ...move } = await req.run(getMove, { id: req.params.id })
    return {
      title: nameMove(move),
      body: html`${heading(nameMove(move), { trail: [{ label: 'Moves', path: MOVES }] })}
${card('Summary', summary(req, move, ledger))}
${ledger.years.length > 0 && card('By year', table(ledger.years, [{ title: 'Year', cell: ({ year }) => (year === null ? 'Unknown' : String(year)) }, ...figures], { caption: 'Calls by year' }))}
${ledger.owners.length > 0 && card('By owner', table(ledger.owners, [{ title: 'Owner', cell: ownerCell }, ...figures], { caption: 'Calls by owner' }))}
${ledger.parts.length > 0 && card('What came', table(ledger.parts, [{ title: 'Content', cell: ({ kind }) => toLabel(kind) }, countColumn], { caption: 'Content that came' }))}
${ledger.missing.length > 0 && card("What couldn't come", table(ledger.missing, [{ title: 'Content', cell: ({ kind }) => toLabel(kind) }, { title: 'Reason', cell: ({ description }) => description }, countColumn], { caption: "Content that couldn't come" }))}
${ledger.failures.length > 0 && card("Calls that couldn't come", table(ledger.failures, [{ title: 'Reason', cell: ({ description }) => description }, { title: 'Examples', cell: ({ examples }) => html`<bdi>${examples.join(', ')}</bdi>` }, countColumn], { caption: "Calls that couldn't come" }))}
${ledger.definitions.length > 0 && card('Trackers, scorecards and library', table(ledger.definitions, definitionColumns, { caption: 'Trackers, scorecards and library' }))}
${card('Not available', html`<p>The interface of the product never returns:</p><ul>${ledger.unavailable.map((each) => html`<li>${each}</li>`)}</ul>`)}`,
    }
  },
})

/** A folder isn't a product, so its application is only a label of the calls. */
const nameMove = ({ vendor, application }: Pick<Move, 'vendor' | 'application'>): string =>
  vendor === 'folder'
    ? application === 'folder'
      ? 'Move from a folder'
      : `Move from a folder: ${application}`
    : `Move from ${application}`

const number = (n: number) => n.toLocaleString('en')
const toLabel = (kind: string) => {
  const noun = PARTS[kind] ?? kind
  return `${noun.charAt(0).toUpperCase()}${noun.slice(1)}`
}

const countColumn = { title: 'Count', kind: 'number' as const, cell: ({ count }: { count: number }) => number(count) }

interface Figures {
  readonly calls: number
  readonly minutes: number
  readonly failed: number
}
const figures = [
  { title: 'Calls', kind: 'number' as const, cell: ({ calls }: Figures) => number(calls) },
  { title: 'Minutes', kind: 'number' as const, cell: ({ minutes }: Figures) => number(Math.round(minutes)) },
  { title: 'Failed', kind: 'number' as const, cell: ({ failed }: Figures) => number(failed) },
]

const ownerCell = ({ email, userUUID, isMatched }: MoveLedger['owners'][number]): Html =>
  isMatched && userUUID !== null
    ? html`<a href="/admin/people/${userUUID}"><bdi>${email ?? ''}</bdi></a>`
    : html`<bdi>${email ?? 'Unknown'}</bdi> <span class="soft">default owner</span>`

type Definition = MoveLedger['definitions'][number]
const definitionColumns = [
  { title: 'Kind', cell: ({ kind }: Definition) => toLabel(kind) },
  { title: 'Title', cell: ({ title }: Definition) => html`<bdi>${title}</bdi>` },
  { title: 'Status', cell: ({ came, reason }: Definition) => (came ? badge('Came', 'good') : html`${reason ?? ''}`) },
]

const summary = (req: PageRequest, move: Move, ledger: MoveLedger): Html =>
  facts([
    ['Status', renderState(move.state)],
    ['Calls found', number(ledger.found)],
    ['Calls in Parley', number(ledger.calls)],
    ["Calls that couldn't come", number(ledger.failed)],
    ['Minutes of calls', number(Math.round(ledger.minutes))],
    ['Started', renderTimestamp(req, move.createdAt)],
    ['Last change', renderTimestamp(req, move.updatedAt)],
    ['Runs', number(move.runs)],
  ])
