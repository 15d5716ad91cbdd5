/** Tools that import and change calls. Feature `call-tools` contains the tools that search and read them. */
import { z } from 'zod'
import { defineTool, type Tool } from '../../../core/tool.ts'
import { idArgument, timeArgument } from '../../../core/tool-arguments.ts'
import { lines, table } from '../../../core/tool-text.ts'
import { text, uuid } from '../../../core/wire.ts'
import { formatReading } from '../../text/transcripts/index.ts'
import { crmLink } from '../crm-records/index.ts'
import { deleteConversation } from './erase/delete-conversation.ts'
import { restoreConversation } from './erase/restore-conversation.ts'
import { importConversation } from './import/import-conversation.ts'
import { changeConversationLabels } from './labels/change-conversation-labels.ts'
import { LABELLED_MAX, labelConversations } from './labels/label-conversations.ts'
import { LINKS_MAX } from './links/replace-linked-crm-records.ts'
import { updateLinkedCrmRecords } from './links/update-linked-crm-records.ts'
import { updateConversation } from './record/update-conversation.ts'
import { LABELS_MAX, TITLE_MAX } from './schema-input.ts'

/** Maximum transcript length in characters. Longer ones can be imported by REST or on the command line. */
const TRANSCRIPT_MAX = 3_000_000

const callId = idArgument('call', 'search_calls')
const ofCall = { call_id: 'id' } as const

const updateCall = defineTool(updateConversation, {
  name: 'update_call',
  title: 'Update a call',
  hints: { effect: 'changes', idempotent: true, openWorld: false },
  description:
    'Changes the title of a call, or makes it private: only its owner and admins can see it then. Omitted fields ' +
    'keep their values. Changing `private` requires the owner or the admin role.',
  args: {
    call_id: callId,
    title: text({ min: 1, max: TITLE_MAX, trim: true })
      .optional()
      .describe('New title of the call. Example: `Northwind: demo`.'),
    private: z.boolean().optional().describe('Whether only the owner and admins can see the call.'),
  },
  names: ofCall,
  data: { call_id: z.string() },
  present: (_, { call_id }) => ({ text: 'Updated the call.', data: { call_id } }),
})

const archiveCall = defineTool(deleteConversation, {
  name: 'archive_call',
  title: 'Archive a call',
  hints: { effect: 'changes', idempotent: true, openWorld: false },
  description:
    'Archives a call, so that lists and searches omit it. get_call_details can still read it. Undo with ' +
    "restore_call. Requires the call's owner or the admin role.",
  args: { call_id: callId },
  names: ofCall,
  data: { call_id: z.string(), archived: z.boolean() },
  present: (_, { call_id }) => ({ text: 'Archived the call.', data: { call_id, archived: true } }),
})

const restoreCall = defineTool(restoreConversation, {
  name: 'restore_call',
  title: 'Restore a call',
  description:
    'Restores an archived call, so that lists and searches include it again. Erased calls are gone. Requires the ' +
    "call's owner or the admin role.",
  args: { call_id: callId },
  names: ofCall,
  hints: { effect: 'adds', idempotent: true, openWorld: false },
  data: { call_id: z.string(), archived: z.boolean() },
  present: (_, { call_id }) => ({ text: 'Restored the call.', data: { call_id, archived: false } }),
})

const changeCallLabels = defineTool(changeConversationLabels, {
  name: 'change_conversation_labels',
  title: 'Label a call',
  hints: { effect: 'changes', idempotent: true, openWorld: false },
  description:
    'Sets and removes labels of a call. Other labels stay unchanged. Returns all labels of the call. Get the ' +
    'categories and options from list_labels first.',
  args: {
    call_id: callId,
    set: z
      .record(z.string(), z.string())
      .optional()
      .describe('Label options to set, by category, from list_labels. Example: `{"Stage": "Negotiation"}`.'),
    remove: z.array(z.string()).max(LABELS_MAX).optional().describe('Categories of the labels to remove.'),
  },
  names: ofCall,
  data: { call_id: z.string(), labels: z.record(z.string(), z.string()) },
  present: ({ labels }, { call_id }) => ({
    text: `Labels of the call:\n${lines(labels) || 'None.'}`,
    data: { call_id, labels },
  }),
})

const labelCalls = defineTool(labelConversations, {
  name: 'label_calls',
  title: 'Label several calls',
  hints: { effect: 'changes', idempotent: true, openWorld: false },
  description:
    'Sets and removes labels of several calls. Other labels stay unchanged. Returns the labels of each call, or the ' +
    'error code of a call that was not changed; the others are changed anyway.',
  args: {
    call_ids: z.array(uuid()).describe(`IDs of 1 to ${LABELLED_MAX} calls, from search_calls.`),
    set: z
      .record(z.string(), z.string())
      .optional()
      .describe('Label options to set, by category, from list_labels. Example: `{"Stage": "Negotiation"}`.'),
    remove: z.array(z.string()).max(LABELS_MAX).optional().describe('Categories of the labels to remove.'),
  },
  names: { call_ids: 'ids' },
  data: {
    calls: z.array(
      z.object({
        call_id: z.string(),
        labels: z.record(z.string(), z.string()).nullable(),
        error: z.string().nullable(),
      }),
    ),
  },
  present: ({ data }) => ({
    text: table(
      ['Call ID', 'Labels', 'Error'],
      data.map(({ id, labels, error }) => [
        ...[
          id,
          Object.entries(labels ?? {})
            .map(([category, option]) => `${category}: ${option}`)
            .join('; '),
          error,
        ],
      ]),
    ),
    data: { calls: data.map(({ id, labels, error }) => ({ call_id: id, labels, error })) },
  }),
})

const importCall = defineTool(importConversation, {
  name: 'import_call',
  title: 'Import a call',
  hints: { effect: 'adds', idempotent: false, openWorld: false },
  description:
    'Imports a call from its transcript as text: WebVTT, SRT, vCon, lines of "Name: text", or Parley JSON. A ' +
    'second import with the same `application` and `external_id` returns the same call and changes nothing. Then ' +
    'read it with get_call_details.',
  args: {
    transcript: text({ min: 1, max: TRANSCRIPT_MAX }).describe(
      'Complete transcript of the call as text. Example: `Ana: Hello. Li: Hi Ana.`.',
    ),
    title: z
      .string()
      .optional()
      .describe('Title of the call. Defaults to the title in the transcript. Example: `Northwind: demo`.'),
    started_at: timeArgument(
      'begin',
      "Start time: a date or an ISO 8601 date-time. Without an offset, in the user's time zone. Example: " +
        '`2026-11-20T14:30`.',
    ),
    owner_id: uuid()
      .optional()
      .describe(
        'ID of the user who owns the call, from list_reps. Defaults to the caller. Only admins can set another user.',
      ),
    owner_email: z
      .string()
      .optional()
      .describe('Email address of the owner, instead of `owner_id`. Example: `ana@example.com`.'),
    team_id: uuid().optional().describe("ID of the team, from list_teams. Defaults to the owner's primary team."),
    opportunity_id: z.string().optional().describe('ID of the opportunity in the CRM.'),
    application: z.string().optional().describe('Name of the application that recorded the call. Example: `zoom`.'),
    external_id: z.string().optional().describe('ID of the call in that application.'),
    language: z.string().optional().describe('Language tag (BCP 47) of the call. Example: `en-US`.'),
    private: z.boolean().optional().describe('Whether only the owner and admins can see the call.'),
  },
  names: {
    title: 'conversationTitle',
    started_at: 'conversationStartedAt',
    owner_id: 'userID',
    owner_email: 'userEmail',
    team_id: 'teamUUID',
    opportunity_id: 'opportunityID',
    application: 'applicationName',
    external_id: 'applicationExternalID',
  },
  data: { call_id: z.string() },
  present: ({ uuid: id, reading }) => ({
    text: `Imported the call, ID ${id}. ${reading === undefined ? '' : `Recognized ${formatReading(reading)}. `}Searches find it immediately. Read it with get_call_details.`,
    data: { call_id: id },
  }),
})

const linkRecords = defineTool(updateLinkedCrmRecords, {
  name: 'update_linked_crm_records',
  title: 'Link CRM records',
  hints: { effect: 'changes', idempotent: true, openWorld: false },
  description:
    'Replaces all CRM records linked to a call, or its opportunity. Omitted arguments keep their values. First get ' +
    'the current links from get_call_details with `crm` in `include`, and available records from list_crm_records.',
  args: {
    call_id: callId,
    opportunity_id: z
      .string()
      .optional()
      .describe('ID of the opportunity, in Parley or in the CRM. A new CRM ID is created. Empty removes it.'),
    linked_crm_records: z
      .array(crmLink)
      .max(LINKS_MAX)
      .optional()
      .describe('All CRM records to link. An empty list removes all links.'),
  },
  names: ofCall,
  data: { call_id: z.string() },
  present: (_, { call_id }) => ({ text: 'Updated the links of the call.', data: { call_id } }),
})

/** Listed before the tools for answers. */
export const tools: readonly Tool[] = [updateCall, archiveCall, restoreCall, changeCallLabels, labelCalls, importCall]
/** Listed among the CRM tools. */
export const crmTools: readonly Tool[] = [linkRecords]
