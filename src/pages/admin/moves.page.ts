/** Moves from other products, each with its ledger. */

import { formatNumber } from '../../core/languages/formats.ts'
import { type Message, type Text, t } from '../../core/languages/message.ts'
import { getMove, listMoves, type Move, type MoveLedger } from '../../features/moves/vendor-moves/index.ts'
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
    label: t('Moves'),
    role: 'ADMIN',
    words: t('Calls from Gong, Fireflies and others, with ledgers'),
  },
  async show(req) {
    const { data, meta } = await req.run(listMoves, { page: pageAsked(req) })
    return {
      title: t('Moves'),
      body: html`${heading(t('Moves'), { words: t('Calls that come from other products. The server administrator starts a move with a command.') })}
${data.length === 0 ? empty(t('No moves yet'), html`Bring all calls of another product with <code>parley move gong</code>. <code>parley move --help</code> lists the products.`) : table<Move>(data, columns(req), { caption: t('Moves') })}
${pager(req, meta)}`,
    }
  },
})

const STATES = { running: t('Running'), stopped: t('Stopped'), completed: t('Completed') } as const
const renderState = (state: Move['state']): Html => badge(STATES[state], state === 'completed' ? 'good' : 'open')

const columns = (req: PageRequest) => [
  { title: t('Move'), cell: (move: Move) => html`<a href="${MOVES}/${move.uuid}"><bdi>${nameMove(move)}</bdi></a>` },
  { title: t('Status'), cell: ({ state }: Move) => renderState(state) },
  { title: t('Found'), kind: 'number' as const, cell: ({ found }: Move) => number(found) },
  { title: t('New'), kind: 'number' as const, cell: ({ added }: Move) => number(added) },
  { title: t('Failed'), kind: 'number' as const, cell: ({ failed }: Move) => number(failed) },
  { title: t('Last change'), cell: ({ updatedAt }: Move) => renderTimestamp(req, updatedAt) },
]

export const movePage = adminPage({
  path: `${MOVES}/:id`,
  async show(req) {
    const { ledger, ...move } = await req.run(getMove, { id: req.params.id })
    return {
      title: nameMove(move),
      body: html`${heading(nameMove(move), { trail: [{ label: t('Moves'), path: MOVES }] })}
${card(t('Summary'), summary(req, move, ledger))}
${ledger.years.length > 0 && card(t('By year'), table(ledger.years, [{ title: t('Year'), cell: ({ year }) => (year === null ? t('Unknown') : String(year)) }, ...figures], { caption: t('Calls by year') }))}
${ledger.owners.length > 0 && card(t('By owner'), table(ledger.owners, [{ title: t('Owner'), cell: ownerCell }, ...figures], { caption: t('Calls by owner') }))}
${ledger.parts.length > 0 && card(t('What came'), table(ledger.parts, [{ title: t('Content'), cell: ({ kind }) => toLabel(kind) }, countColumn], { caption: t('Content that came') }))}
${ledger.missing.length > 0 && card(t("What couldn't come"), table(ledger.missing, [{ title: t('Content'), cell: ({ kind }) => toLabel(kind) }, { title: t('Reason'), cell: ({ description }) => description }, countColumn], { caption: t("Content that couldn't come") }))}
${ledger.failures.length > 0 && card(t("Calls that couldn't come"), table(ledger.failures, [{ title: t('Reason'), cell: ({ description }) => description }, { title: t('Examples'), cell: ({ examples }) => html`<bdi>${examples.join(', ')}</bdi>` }, countColumn], { caption: t("Calls that couldn't come") }))}
${ledger.definitions.length > 0 && card(t('Trackers, scorecards and library'), table(ledger.definitions, definitionColumns, { caption: t('Trackers, scorecards and library') }))}
${card(t('Not available'), html`<p>The interface of the product never returns:</p><ul>${ledger.unavailable.map((each) => html`<li>${each}</li>`)}</ul>`)}`,
    }
  },
})

/** A folder isn't a product, so its application is only a label of the calls. */
const nameMove = ({ vendor, application }: Pick<Move, 'vendor' | 'application'>): Message =>
  vendor === 'folder'
    ? application === 'folder'
      ? t('Move from a folder')
      : t`Move from a folder: ${application}`
    : t`Move from ${application}`

const number = (n: number) => formatNumber(n)
const KINDS: Readonly<Record<string, Message>> = {
  transcript: t('Transcripts'),
  recording: t('Recordings'),
  speaker: t('Names of speakers'),
  owner: t('Owners'),
  crm_link: t('CRM links'),
  comment: t('Comments'),
  clip: t('Clips'),
  scorecard_result: t('Scorecard results'),
}
const toLabel = (kind: string): Text => KINDS[kind] ?? kind

const DEFINITION_KINDS: Readonly<Record<string, Message>> = {
  tracker: t('Tracker'),
  scorecard: t('Scorecard'),
  clip: t('Clip'),
}

const countColumn = {
  title: t('Count'),
  kind: 'number' as const,
  cell: ({ count }: { count: number }) => number(count),
}

interface Figures {
  readonly calls: number
  readonly minutes: number
  readonly failed: number
}
const figures = [
  { title: t('Calls'), kind: 'number' as const, cell: ({ calls }: Figures) => number(calls) },
  { title: t('Minutes'), kind: 'number' as const, cell: ({ minutes }: Figures) => number(Math.round(minutes)) },
  { title: t('Failed'), kind: 'number' as const, cell: ({ failed }: Figures) => number(failed) },
]

const ownerCell = ({ email, userUUID, isMatched }: MoveLedger['owners'][number]): Html =>
  isMatched && userUUID !== null
    ? html`<a href="/admin/people/${userUUID}"><bdi>${email ?? ''}</bdi></a>`
    : html`<bdi>${email ?? t('Unknown')}</bdi> <span class="soft">default owner</span>`

type Definition = MoveLedger['definitions'][number]
const definitionColumns = [
  { title: t('Kind'), cell: ({ kind }: Definition) => DEFINITION_KINDS[kind] ?? kind },
  { title: t('Title'), cell: ({ title }: Definition) => html`<bdi>${title}</bdi>` },
  {
    title: t('Status'),
    cell: ({ came, reason }: Definition) => (came ? badge(t('Came'), 'good') : html`${reason ?? ''}`),
  },
]

const summary = (req: PageRequest, move: Move, ledger: MoveLedger): Html =>
  facts([
    [t('Status'), renderState(move.state)],
    [t('Calls found'), number(ledger.found)],
    [t('Calls in Parley'), number(ledger.calls)],
    [t("Calls that couldn't come"), number(ledger.failed)],
    [t('Minutes of calls'), number(Math.round(ledger.minutes))],
    [t('Started'), renderTimestamp(req, move.createdAt)],
    [t('Last change'), renderTimestamp(req, move.updatedAt)],
    [t('Runs'), number(move.runs)],
  ])
