/** Tools for deals. */
import { z } from 'zod'
import { conversationPage } from '../../../core/app-links.ts'
import { defineTool, type Tool } from '../../../core/tool.ts'
import { idArgument } from '../../../core/tool-arguments.ts'
import { truncateToTokens } from '../../../core/tool-fit.ts'
import { clock, lines, table } from '../../../core/tool-text.ts'
import { getDeal } from './get-deal.ts'
import { listDeals } from './list-deals.ts'
import type { Deal, DealSummary } from './schema.ts'

/** Maximum sizes in a result: a quote in tokens, and the number of calls. */
const QUOTE_TOKENS = 100
const CALLS_MAX = 15

const toolDeal = z.looseObject({ id: z.string(), crm_id: z.string(), title: z.string(), stage: z.string().nullable() })

function toToolDeal({ opportunity_id, conversations_count, last_conversation, ...one }: DealSummary) {
  return {
    ...{ id: one.id, crm_id: opportunity_id, title: one.title, account: one.account_name, stage: one.stage },
    ...{ outcome: one.outcome, amount: one.amount, currency: one.currency, close_date: one.close_date },
    ...{ owner: one.owner_name, calls: conversations_count, last_call_id: last_conversation?.id ?? null },
    ...{ last_call_at: last_conversation?.started_at ?? null, signals: one.signals.map(({ text }) => text) },
  }
}

const formatAmount = ({ amount, currency }: Pick<DealSummary, 'amount' | 'currency'>): string =>
  amount === null ? '' : `${amount.toLocaleString('en-US')}${currency === null ? '' : ` ${currency}`}`

const dealPage = (publicUrl: string, id: string): string => `${publicUrl}/deals/${id}`

export const tools: readonly Tool[] = [
  defineTool(listDeals, {
    name: 'list_opportunities',
    title: 'List opportunities',
    page: { path: '/deals', field: 'deals' },
    description:
      'Lists opportunities with stage, amount, close date, owner and newest call, and with signals that a deal needs ' +
      'attention. Most recently active first. Use get_opportunity_overview for people, promises and risks of one.',
    args: {
      outcome: listDeals.input.shape.outcome.describe('Outcome of the deals to list. Defaults to all.'),
      stage: z.string().max(256).optional().describe('Stage of the deals to list, ignoring case, such as `Proposal`.'),
      title: z
        .string()
        .max(512)
        .optional()
        .describe('Text that the title contains, ignoring case. Example: `renewal`.'),
    },
    paged: { max: 50 },
    data: { deals: z.array(toolDeal) },
    present: ({ data }) => ({
      text: table(
        ['Deal', 'ID', 'Account', 'Stage', 'Amount', 'Close date', 'Owner', 'Calls', 'Last call', 'Signals'],
        data.map((one) => [
          ...[one.title, one.id, one.account_name, one.stage, formatAmount(one), one.close_date, one.owner_name],
          ...[one.conversations_count, one.last_conversation?.started_at.slice(0, 10)],
          one.signals.map(({ text }) => text).join(' '),
        ]),
      ),
      data: { deals: data.map(toToolDeal) },
    }),
  }),
  defineTool(getDeal, {
    name: 'get_opportunity_overview',
    title: 'Review an opportunity',
    description:
      'Returns an opportunity with its calls, people and their talk time, action items, risks in the words of the other side, ' +
      'and field values. Use it to prepare a meeting or to review a deal.',
    args: { opportunity_id: idArgument('opportunity', 'list_opportunities') },
    names: { opportunity_id: 'id' },
    data: {
      deal: toolDeal.extend({
        page: z.string(),
        calls: z.array(z.looseObject({ call_id: z.string(), title: z.string() })),
        people: z.array(z.looseObject({ name: z.string() })),
        action_items: z.array(z.looseObject({ text: z.string(), call_id: z.string() })),
        risks: z.array(z.looseObject({ text: z.string(), call_id: z.string() })),
        values: z.array(z.looseObject({ title: z.string(), value: z.string() })),
      }),
    },
    present: (deal, _, ctx) => presentDeal(deal, ctx.publicUrl()),
  }),
]

function presentDeal(deal: Deal, publicUrl: string) {
  const shorten = <T extends { text: string }>(one: T): T => ({
    ...one,
    text: truncateToTokens(one.text, QUOTE_TOKENS),
  })
  const calls = deal.conversations.slice(0, CALLS_MAX)
  const items = deal.action_items.map(({ quote: _, ...one }) => shorten(one))
  const risks = deal.risks.map(shorten)
  const at = (one: { conversation_id: string; start: number | null }) =>
    conversationPage(publicUrl, one.conversation_id, one.start)
  const section = (title: string, body: string) => (body === '' ? [] : [`${title}:\n\n${body}`])
  const text = [
    lines({
      Deal: deal.title,
      Id: deal.id,
      Page: dealPage(publicUrl, deal.id),
      Account: deal.account_name,
      Stage: deal.stage,
      Outcome: deal.outcome,
      Amount: formatAmount(deal),
      'Close date': deal.close_date,
      Owner: deal.owner_name,
      'Loss reason': deal.loss_reason,
      Signals: deal.signals.map((one) => one.text).join(' '),
    }),
    ...section(
      `Calls (${deal.conversations_count})`,
      table(
        ['Date', 'Call', 'ID', 'Headline'],
        calls.map((call) => [call.started_at.slice(0, 10), call.title, call.id, call.headline]),
      ),
    ),
    ...section(
      'People',
      table(
        ['Name', 'Side', 'Calls', 'Talk time', 'Last spoke', 'Silent'],
        deal.people.map((person) => [
          ...[person.name, person.side, person.conversations_count, clock(person.talk_time)],
          ...[person.last_spoke_at?.slice(0, 10), person.is_silent ? 'yes' : ''],
        ]),
      ),
    ),
    ...section(
      'Action items',
      items
        .map(
          (one) =>
            `- ${one.owner_name ?? 'Nobody named'}${one.requested_by === null ? '' : ` (requested by ${one.requested_by.name})`}: ${one.text}${one.due_date === null ? '' : ` (due ${one.due_date})`}${one.task === null ? '' : ` (task ${one.task.id}, ${one.task.status})`} ${at(one)}`,
        )
        .join('\n'),
    ),
    ...section('Risks', risks.map((one) => `- ${one.text} ${at(one)}`).join('\n')),
    ...section(
      'Field values',
      deal.values
        .map((one) => `- ${one.title}: ${one.value}${one.is_confirmed ? '' : ' (proposed)'} ${at(one)}`)
        .join('\n'),
    ),
  ].join('\n\n')
  const toCall = <T extends { conversation_id: string; conversation_title: string }>({
    conversation_id,
    conversation_title,
    ...rest
  }: T) => ({ ...rest, call_id: conversation_id, call_title: conversation_title })
  return {
    text,
    data: {
      deal: {
        ...toToolDeal(deal),
        page: dealPage(publicUrl, deal.id),
        loss_reason: deal.loss_reason,
        calls: calls.map(({ id, ...call }) => ({ ...call, call_id: id })),
        people: deal.people,
        action_items: items.map(toCall),
        risks: risks.map(toCall),
        values: deal.values.map(toCall),
      },
    },
  }
}
