/** Proactive actions, for assistants. */
import { z } from 'zod'
import { pageMeta } from '../../core/page.ts'
import { defineTool, defineToolOperation, type Tool } from '../../core/tool.ts'
import { idOf } from '../../core/tool-arguments.ts'
import { fitted } from '../../core/tool-fit.ts'
import { clock, excerpt, lines, quoted } from '../../core/tool-text.ts'
import { text, uuid } from '../../core/wire.ts'
import { dismissAction } from './dismiss-action.ts'
import { getAction } from './get-action.ts'
import { listActions } from './list-actions.ts'
import { type Action, actionStatus, entityType } from './schema.ts'
import { quotedAt } from './told.ts'
import { updateAction } from './update-action.ts'

/** Drafts told at once, in tokens: of one action, and of all that a list tells together. */
const DRAFT_TOLD = 6_000
const DRAFTS_TOLD = 5_000
const RATIONALE_TOLD = 300
const QUOTE_TOLD = 150
const QUOTES_TOLD = 2

/** The list, or one of it: its whole draft has no room among others. */
const actionsOrOne = defineToolOperation({
  ...listActions,
  input: listActions.input.extend({ action_uuid: uuid().optional() }),
  async handle({ action_uuid, ...asked }, ctx) {
    if (action_uuid === undefined) return listActions.handle(asked, ctx)
    return { data: [await getAction.handle({ action_uuid }, ctx)], meta: pageMeta(1, 1, 1) }
  },
})

/** For users alone: an org-level key owns no action. */
const ofUsers = { scope: 'write', level: 'user' } as const

const told = {
  id: z.string(),
  title: z.string(),
  status: z.string(),
  entity_id: z.string(),
  draft_body: z.string(),
}

function tell(one: Action, draftTold: number) {
  const { key_quote, evidence, rationale } = one.why
  const quotes = [...(key_quote === null ? [] : [key_quote]), ...evidence]
  const apart = quotes.filter(({ text }, at) => quotes.findIndex((other) => other.text === text) === at)
  return {
    ...{ id: one.uuid, title: one.title, status: one.status, action_type: one.action_type, severity: one.severity },
    ...{ entity_type: one.entity_type, entity_id: one.entity_id, expires_at: one.expires_at },
    rationale: fitted(rationale, RATIONALE_TOLD),
    quotes: apart.slice(0, QUOTES_TOLD).map((quote) => ({
      ...quotedAt(quote),
      speaker: excerpt(quote.speaker, 80),
      text: fitted(quote.text, QUOTE_TOLD),
    })),
    subject: one.subject,
    draft_body: fitted(one.draft_body, draftTold),
    recipients: one.proposed_recipients,
  }
}
type Told = ReturnType<typeof tell>

const actionText = (one: Told) =>
  [
    lines({
      Action: one.title,
      Id: one.id,
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
      quoted(`${text}\n${speaker}, call ${call_id}${start === null ? '' : `, ${clock(start)} (${start} s)`}`),
    ),
    ...(one.draft_body === '' ? [] : [`Draft:\n\n${quoted(one.draft_body)}`]),
  ].join('\n\n')

const actionId = idOf('action', 'list_actions')
const { subject, draft_body, proposed_recipients } = updateAction.input.shape

export const tools: readonly Tool[] = [
  defineTool(actionsOrOne, {
    name: 'list_actions',
    title: 'List my actions',
    description:
      'What is proposed to you to do after calls, newest first: why, quotes and a draft. Long drafts are cut; action_id tells one whole. Then update_action or dismiss_action.',
    args: {
      status: z.array(actionStatus).max(actionStatus.options.length).optional().describe('In these states.'),
      entity_type: entityType.optional().describe('About such things.'),
      entity_id: text({ max: 256 }).optional().describe('Id of the call or opportunity; CRM id of others.'),
      action_id: actionId.optional().describe('This one alone; no other filter counts.'),
    },
    names: { action_id: 'action_uuid' },
    paged: { max: 50 },
    data: { actions: z.array(z.looseObject(told)) },
    present: ({ data }, { action_id }) => {
      const room = action_id === undefined ? Math.floor(DRAFTS_TOLD / Math.max(data.length, 1)) : DRAFT_TOLD
      const actions = data.map((one) => tell(one, room))
      return {
        text: actions.length === 0 ? 'None.' : actions.map(actionText).join('\n\n---\n\n'),
        data: { actions },
      }
    },
  }),
  defineTool(
    { ...dismissAction, requires: ofUsers },
    {
      name: 'dismiss_action',
      title: 'Dismiss an action',
      description: 'Puts a pending action of yours away for good; updated is false when it was not pending.',
      args: { action_id: actionId },
      names: { action_id: 'action_uuid' },
      idempotent: true,
      data: { action_id: z.string(), updated: z.boolean() },
      present: ({ action_uuid, updated }) => ({
        text: updated ? 'Dismissed the action.' : 'The action was no longer pending; nothing changed.',
        data: { action_id: action_uuid, updated },
      }),
    },
  ),
  defineTool(
    { ...updateAction, requires: ofUsers },
    {
      name: 'update_action',
      title: 'Edit an action',
      description:
        'Edits the draft of an action of yours or moves it on, pending → drafted → sent; what is left out stays. Marking it sent sends nothing.',
      args: {
        action_id: actionId,
        subject: subject.describe('Of the draft.'),
        draft_body: draft_body.describe('The whole new draft.'),
        recipients: proposed_recipients.describe('E-mail addresses; replaces all.'),
        status: actionStatus.extract(['drafted', 'sent']).optional().describe('Where to move it.'),
      },
      names: { action_id: 'action_uuid', recipients: 'proposed_recipients' },
      idempotent: true,
      data: { id: z.string(), status: z.string() },
      present: (one) => {
        const action = tell(one, DRAFT_TOLD)
        return { text: `Changed the action.\n${actionText(action)}`, data: action }
      },
    },
  ),
]
