/** Tools that repair what an import got wrong: date, owner and participants of a call. */
import { z } from 'zod'
import { defineTool, type Tool } from '../../../core/tool.ts'
import { idArgument, requiredTimeArgument } from '../../../core/tool-arguments.ts'
import { text, uuid } from '../../../core/wire.ts'
import { updateConversationOwner } from './record/update-conversation-owner.ts'
import { PARTICIPANTS_MAX, updateConversationParticipants } from './record/update-conversation-participants.ts'
import { updateConversationStart } from './record/update-conversation-start.ts'

const callId = idArgument('call', 'search_calls')

const setStart = defineTool(updateConversationStart, {
  name: 'set_call_start',
  title: 'Set the start of a call',
  description:
    'Corrects the date and time at which a call started. Its end moves with it. Then Parley analyzes the call again, ' +
    'because due dates such as “by Friday” depend on the start. Undo it by setting the previous start. Requires the ' +
    "call's owner or the admin role.",
  hints: { effect: 'changes', idempotent: true, openWorld: false },
  args: {
    call_id: callId,
    started_at: requiredTimeArgument(
      'begin',
      "Start of the call: a date or an ISO 8601 date-time. Without an offset, in the user's time zone. Example: " +
        '`2026-11-20T14:30`.',
    ),
  },
  names: { call_id: 'id', started_at: 'startedAt' },
  data: { call_id: z.string() },
  present: (_, { call_id }) => ({
    text: 'Set the start of the call. Parley analyzes the call again.',
    data: { call_id },
  }),
})

const setOwner = defineTool(updateConversationOwner, {
  name: 'set_call_owner',
  title: 'Transfer a call',
  description:
    'Transfers a call to another owner, who can change it and sees it if it is private. The previous owner keeps the ' +
    "access of the team only, and the call stays in its team. Requires the call's owner or the admin role.",
  hints: { effect: 'changes', idempotent: true, openWorld: false },
  args: {
    call_id: callId,
    owner_id: uuid().describe('ID of the new owner, an active user, from list_reps.'),
  },
  names: { call_id: 'id', owner_id: 'userUUID' },
  data: { call_id: z.string(), owner_id: z.string() },
  present: (_, { call_id, owner_id }) => ({
    text: 'Transferred the call. Parley analyzes it again.',
    data: { call_id, owner_id },
  }),
})

const participant = z
  .strictObject({
    name: text({ min: 1, max: 256, trim: true }).optional().describe('Name. Example: `Dana Whitfield`.'),
    email: z.string().max(320).optional().describe('Email address. Example: `dana@northwind.example`.'),
    internal: z
      .boolean()
      .optional()
      .describe("Whether the person belongs to the user's organization. Defaults to what the email address says."),
    organizer: z.boolean().optional().describe('Whether the person organized the call. Defaults to false.'),
  })
  .describe('Participant with a name, an email address or both.')

const setParticipants = defineTool(updateConversationParticipants, {
  name: 'set_call_participants',
  title: 'Set the participants of a call',
  description:
    'Replaces all participants of a call, with the side that each belongs to. First get the present ones from ' +
    'get_call_details with `participants` in `include`: those that you omit are removed. A speaker with exactly the ' +
    'name of one participant gets its email address and side. Parley analyzes the call again. Requires the ' +
    "call's owner or the admin role.",
  hints: { effect: 'changes', idempotent: true, openWorld: false },
  args: {
    call_id: callId,
    participants: z
      .array(participant)
      .max(PARTICIPANTS_MAX)
      .describe(`All participants, at most ${PARTICIPANTS_MAX}. An empty list removes all.`),
  },
  names: { call_id: 'id' },
  data: { call_id: z.string(), participants: z.int(), transcript_version: z.int().nullable() },
  present: ({ transcriptVersion }, { call_id, participants }) => ({
    text: `The call has ${participants.length} participants now. Parley analyzes it again.`,
    data: { call_id, participants: participants.length, transcript_version: transcriptVersion },
  }),
})

export const repairTools: readonly Tool[] = [setStart, setOwner, setParticipants]
