/** Calls as assistants bring them in and change them. Looking for them and reading them is told in `calls`. */
import { z } from 'zod'
import { defineTool, type Tool } from '../../core/tool.ts'
import { idOf } from '../../core/tool-arguments.ts'
import { lines } from '../../core/tool-text.ts'
import { text, uuid } from '../../core/wire.ts'
import { crmLink } from '../crm/index.ts'
import { changeConversationLabels } from './change-conversation-labels.ts'
import { deleteConversation } from './delete-conversation.ts'
import { importConversation } from './import-conversation.ts'
import { LINKS_MAX } from './replace-linked-crm-records.ts'
import { LABELS_MAX, TITLE_MAX } from './schema-input.ts'
import { updateConversation } from './update-conversation.ts'
import { updateLinkedCrmRecords } from './update-linked-crm-records.ts'

/** Characters of a transcript that a tool takes; longer ones are imported by REST or on the command line. */
const TRANSCRIPT_MAX = 3_000_000

const callId = idOf('call', 'search_calls')
const ofCall = { call_id: 'id' } as const

const updateCall = defineTool(updateConversation, {
  name: 'update_call',
  title: 'Change a call',
  description:
    'Renames a call, or makes it private: then only its owner and admins see it. What is left out stays. Only the owner and admins change private.',
  args: {
    call_id: callId,
    title: text({ min: 1, max: TITLE_MAX, trim: true }).optional().describe('New title.'),
    private: z.boolean().optional().describe('Seen by owner and admins only.'),
  },
  names: ofCall,
  idempotent: true,
  data: { call_id: z.string() },
  present: (_, { call_id }) => ({ text: 'Changed the call.', data: { call_id } }),
})

const archiveCall = defineTool(deleteConversation, {
  name: 'archive_call',
  title: 'Archive a call',
  description:
    'Takes a call out of lists and searches; get_call_details still reads it, and no tool brings it back. For its owner and admins. Ask the person before.',
  args: { call_id: callId },
  names: ofCall,
  destructive: true,
  idempotent: true,
  data: { call_id: z.string(), archived: z.boolean() },
  present: (_, { call_id }) => ({ text: 'Archived the call.', data: { call_id, archived: true } }),
})

const changeLabels = defineTool(changeConversationLabels, {
  name: 'change_conversation_labels',
  title: 'Label a call',
  description:
    'Sets labels of a call and takes others away; those not named stay. list_labels tells the categories and their options. Gives all labels it has then.',
  args: {
    call_id: callId,
    set: z.record(z.string(), z.string()).optional().describe('Category and option.'),
    remove: z.array(z.string()).max(LABELS_MAX).optional().describe('Categories to take away.'),
  },
  names: ofCall,
  idempotent: true,
  data: { call_id: z.string(), labels: z.record(z.string(), z.string()) },
  present: ({ labels }, { call_id }) => ({
    text: `The call has these labels now.\n${lines(labels) || 'None.'}`,
    data: { call_id, labels },
  }),
})

const importCall = defineTool(importConversation, {
  name: 'import_call',
  title: 'Bring in a call',
  description:
    'Stores a call that was recorded elsewhere, from its transcript as text: WebVTT, SRT, vCon, lines of "Name: what was said", or this service’s JSON. ' +
    'The same application and external_id again give the same call and change nothing.',
  args: {
    transcript: text({ min: 1, max: TRANSCRIPT_MAX }).describe('The whole transcript.'),
    title: z.string().optional().describe('Default: as the transcript says.'),
    started_at: z.string().optional().describe('When it began: date, or date-time with offset.'),
    owner_id: uuid().optional().describe('Whose; only admins name others. Default: who asks.'),
    owner_email: z.string().optional().describe('The same by address.'),
    team_id: uuid().optional().describe('Default: the owner’s.'),
    opportunity_id: z.string().optional().describe('The CRM’s id.'),
    application: z.string().optional().describe('Where it is from.'),
    external_id: z.string().optional().describe('Its id there.'),
    language: z.string().optional().describe('Language tag.'),
    private: z.boolean().optional().describe('Only for owner and admins.'),
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
  present: ({ uuid: id }) => ({
    text: `The call is stored, id ${id}. It is found by its words at once; get_call_details reads it.`,
    data: { call_id: id },
  }),
})

const linkRecords = defineTool(updateLinkedCrmRecords, {
  name: 'update_linked_crm_records',
  title: 'Link CRM records',
  description:
    'Replaces all CRM records that a call is linked to, or its opportunity; what is left out stays. get_call_details with include crm tells what is linked now, list_crm_records which records there are.',
  args: {
    call_id: callId,
    opportunity_id: z.string().optional().describe('Our id or the CRM’s, made when new; empty for none.'),
    linked_crm_records: z.array(crmLink).max(LINKS_MAX).optional().describe('The whole set; empty for none.'),
  },
  names: ofCall,
  idempotent: true,
  data: { call_id: z.string() },
  present: (_, { call_id }) => ({ text: 'Changed what the call is linked to.', data: { call_id } }),
})

/** Before those of answers. */
export const tools: readonly Tool[] = [updateCall, archiveCall, changeLabels, importCall]
/** Among those of the CRM. */
export const crmTools: readonly Tool[] = [linkRecords]
