/** Tools for suggested actions. */
import { z } from 'zod'
import { conversationPage } from '../../../core/app-links.ts'
import { pageMeta } from '../../../core/page.ts'
import { defineTool, defineToolOperation, type Tool } from '../../../core/tool.ts'
import { idArgument } from '../../../core/tool-arguments.ts'
import { truncateToTokens } from '../../../core/tool-fit.ts'
import { clock, excerpt, lines, quoteLines } from '../../../core/tool-text.ts'
import { text, uuid } from '../../../core/wire.ts'
import { dismissAction } from './dismiss-action.ts'
import { getAction } from './get-action.ts'
import { listActions } from './list-actions.ts'
import { type Action, actionStatus, entityType } from './schema.ts'
import { quotedAt } from './serialize.ts'
import { updateAction } from './update-action.ts'

/** Maximum size of drafts in a result, in tokens: of a single action, and of all actions in a list together. */
const DRAFT_TOLD = 6_000
const DRAFTS_TOLD = 5_000
const RATIONALE_TOLD = 300
const QUOTE_TOLD = 150
const QUOTES_TOLD = 2

/** Lists actions, or returns a single one with its complete draft, which is too long for a list. */
const actionsOrOne = defineToolOperation({
  ...listActions,
  input: listActions.input.extend({ action_uuid: uuid().optional() }),
  async handle({ action_uuid, ...asked }, ctx) {
    if (action_uuid === undefined) return listActions.handle(asked, ctx)
    return { data: [await getAction.handle({ action_uuid }, ctx)], meta: pageMeta(1, 1, 1) }
  },
})

/** Requires a user, because an organization-level key owns no actions. */
const ofUsers = { scope: 'write', level: 'user' } as const

const told = {
  id: z.string(),
  title: z.string(),
  status: z.string(),
  entity_id: z.string(),
  draft_body: z.string(),
}

function toToolAction(one: Action, draftTold: number) {
  const { key_quote, evidence, rationale } = one.why
  const quotes = [...(key_quote === null ? [] : [key_quote]), ...evidence]
  const apart = quotes.filter(({ text }, at) => quotes.findIndex((other) => other.text === text) === at)
  return {
    ...{ id: one.uuid, title: one.title, status: one.status, action_type: one.action_type, severity: one.severity },
    ...{ entity_type: one.entity_type, entity_id: one.entity_id, expires_at: one.expires_at },
    rationale: truncateToTokens(rationale, RATIONALE_TOLD),
    quotes: apart.slice(0, QUOTES_TOLD).map((quote) => ({
      ...quotedAt(quote),
      speaker: excerpt(quote.speaker, 80),
      text: truncateToTokens(quote.text, QUOTE_TOLD),
    })),
    subject: one.subject,
    draft_body: truncateToTokens(one.draft_body, draftTold),
    recipients: one.proposed_recipients,
  }
}
type ToolAction = ReturnType<typeof toToolAction>

const actionText = (one: ToolAction, publicUrl: string) =>
  [
    lines({
      Action: one.title,
      Id: one.id,
      Page: `${publicUrl}/actions/${one.id}`,
      Status: one.status,
      Kind: one.action_type,
      Severity: one.severity,
      About: `${one.entity_type} ${one.entity_id}`,
      Why: one.rationale,
      Until: one.expires_at,
      To: one.recipients.join(', '),
      Subject: one.subject,
    }),
    ...one.quotes.map(({ call_id, speaker, start, text }) =>
      quoteLines(
        `${text}\n${speaker}, ${start === null ? '' : `${clock(start)} (${start} s), `}${conversationPage(publicUrl, call_id, start)}`,
      ),
    ),
    ...(one.draft_body === '' ? [] : [`Draft:\n\n${quoteLines(one.draft_body)}`]),
  ].join('\n\n')

const actionId = idArgument('action', 'list_actions')
const { subject, draft_body, proposed_recipients } = updateAction.input.shape

export const tools: readonly Tool[] = [
  defineTool(actionsOrOne, {
    name: 'list_actions',
    title: 'List suggested actions',
    page: { path: '/actions', field: 'actions' },
    description:
      'Lists follow-ups suggested to the user, newest first, with reasons, quotes and drafts. `action_id` returns a ' +
      'complete draft.',
    args: {
      status: z
        .array(actionStatus)
        .max(actionStatus.options.length)
        .optional()
        .describe('Statuses to include. Defaults to all.'),
      entity_type: entityType.optional().describe('Type of the record that actions are about.'),
      entity_id: text({ max: 256 })
        .optional()
        .describe('ID of the call or opportunity that actions are about, or CRM ID of the account or contact.'),
      action_id: actionId
        .optional()
        .describe('ID of a single action to return with its complete draft. Other filters are ignored.'),
      owner_id: uuid()
        .optional()
        .describe('ID of a colleague, from list_reps, for managers and admins. Defaults to you.'),
    },
    names: { action_id: 'action_uuid', owner_id: 'owner' },
    paged: { max: 50 },
    data: { actions: z.array(z.looseObject(told)) },
    present: ({ data }, { action_id }, ctx) => {
      const room = action_id === undefined ? Math.floor(DRAFTS_TOLD / Math.max(data.length, 1)) : DRAFT_TOLD
      const actions = data.map((one) => toToolAction(one, room))
      return {
        text:
          actions.length === 0 ? 'None.' : actions.map((one) => actionText(one, ctx.publicUrl())).join('\n\n---\n\n'),
        data: { actions },
      }
    },
  }),
  defineTool(
    { ...dismissAction, requires: ofUsers },
    {
      name: 'dismiss_action',
      title: 'Dismiss an action',
      hints: { effect: 'changes', idempotent: true, openWorld: false },
      description:
        "Dismisses one of the user's pending actions permanently. Returns `updated: false` if the action isn't pending.",
      args: { action_id: actionId },
      names: { action_id: 'action_uuid' },
      data: { action_id: z.string(), updated: z.boolean() },
      present: ({ action_uuid, updated }) => ({
        text: updated ? 'Dismissed the action.' : 'The action was not pending. Nothing changed.',
        data: { action_id: action_uuid, updated },
      }),
    },
  ),
  defineTool(
    { ...updateAction, requires: ofUsers },
    {
      name: 'update_action',
      title: 'Edit an action',
      hints: { effect: 'changes', idempotent: true, openWorld: false },
      page: { path: '/actions' },
      description:
        'Updates the draft of an action, or its status from pending to drafted, or from drafted to sent. Omitted ' +
        "fields keep their values. Setting the status to sent doesn't send anything.",
      args: {
        action_id: actionId,
        subject: subject.describe('New subject of the draft. Example: `Pricing and next steps`.'),
        draft_body: draft_body.describe(
          'New text of the draft. Replaces the complete text. Example: `Hi Ana, here is the offer.`.',
        ),
        recipients: proposed_recipients.describe(
          'Email addresses. Replaces all recipients. Example: `["ann@example.com"]`.',
        ),
        status: actionStatus
          .extract(['drafted', 'sent'])
          .optional()
          .describe('New status: `drafted` for a pending action, `sent` for a drafted one.'),
      },
      names: { action_id: 'action_uuid', recipients: 'proposed_recipients' },
      data: { id: z.string(), status: z.string() },
      present: (one, _, ctx) => {
        const action = toToolAction(one, DRAFT_TOLD)
        return { text: `Updated the action.\n${actionText(action, ctx.publicUrl())}`, data: action }
      },
    },
  ),
]
