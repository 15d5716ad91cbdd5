/** Tools that merge and split calls. */
import { z } from 'zod'
import { defineTool, type Tool } from '../../../core/tool.ts'
import { idArgument } from '../../../core/tool-arguments.ts'
import { text, uuid } from '../../../core/wire.ts'
import { TITLE_MAX } from '../records/index.ts'
import { mergeConversations } from './merge-conversations.ts'
import type { SplitResult } from './schema.ts'
import { splitConversation } from './split-conversation.ts'
import { listStays } from './stays.ts'
import { undoRearrangement } from './undo-rearrangement.ts'

const callId = idArgument('call', 'search_calls')
const preview = z.boolean().optional().describe('Whether to return the result without a change. Defaults to false.')
const shared = { call_id: z.string(), change_id: z.string().nullable(), lines: z.int(), stays: z.string() }

const describeStays = (stays: SplitResult['stays']): string => listStays(stays).join(', ') || 'nothing'

const mergeCalls = defineTool(mergeConversations, {
  name: 'merge_calls',
  title: 'Merge two calls',
  description:
    'Adds the lines of a later call behind those of an earlier one, and archives the later call. Comments, clips and ' +
    'recording stay with it. Call it with `preview` first, and show the result to the user. Undo with ' +
    "undo_merge_or_split. Requires both calls' owner or the admin role.",
  hints: { effect: 'changes', idempotent: false, openWorld: false },
  args: {
    call_id: idArgument('earlier call', 'search_calls'),
    later_call_id: idArgument('later call', 'search_calls'),
    offset_seconds: z
      .number()
      .optional()
      .describe(
        'Seconds from the start of the earlier call to the start of the later one. Defaults to the difference of their starts.',
      ),
    preview,
  },
  names: { call_id: 'id', later_call_id: 'conversationUUID', offset_seconds: 'offsetSeconds' },
  data: { ...shared, added_lines: z.int(), offset_seconds: z.number().nullable() },
  present: (result, { call_id }) => ({
    text: `${result.uuid === null ? 'Preview: the merge adds' : 'Merged the calls: added'} ${result.otherSegments} lines, ${result.segments} in total. The archived call keeps: ${describeStays(result.staysWithOther)}.${result.uuid === null ? '' : ` Undo with undo_merge_or_split, change ${result.uuid}.`}`,
    data: {
      ...{ call_id, change_id: result.uuid, lines: result.segments, stays: describeStays(result.staysWithOther) },
      ...{ added_lines: result.otherSegments, offset_seconds: result.offsetSeconds },
    },
  }),
})

const splitCall = defineTool(splitConversation, {
  name: 'split_call',
  title: 'Split a call',
  description:
    'Moves the lines from a time on into a new call. Comments, clips and the recording stay with the first call. Get the ' +
    'time from get_call_details. Call it with `preview` first, and show the result to the user. Undo with ' +
    "undo_merge_or_split. Requires the call's owner or the admin role.",
  hints: { effect: 'changes', idempotent: false, openWorld: false },
  args: {
    call_id: callId,
    at_seconds: z
      .number()
      .describe(
        'Time in the recording. The first line that starts then or later starts the new call. Example: `1830`.',
      ),
    title: text({ min: 1, max: TITLE_MAX, trim: true })
      .optional()
      .describe('Title of the new call. Example: `Northwind: questions`.'),
    preview,
  },
  names: { call_id: 'id', at_seconds: 'atSeconds' },
  data: { ...shared, new_call_id: z.string().nullable(), new_lines: z.int(), new_title: z.string() },
  present: (result, { call_id }) => ({
    text: `${result.uuid === null ? 'Preview: the new call would have' : `Split the call. The new call, ID ${result.otherUUID}, has`} ${result.otherSegments} lines, the first one ${result.segments}. The first call keeps: ${describeStays(result.stays)}.${result.uuid === null ? '' : ` Undo with undo_merge_or_split, change ${result.uuid}.`}`,
    data: {
      ...{ call_id, change_id: result.uuid, lines: result.segments, stays: describeStays(result.stays) },
      ...{ new_call_id: result.otherUUID, new_lines: result.otherSegments, new_title: result.otherTitle },
    },
  }),
})

const undoChange = defineTool(undoRearrangement, {
  name: 'undo_merge_or_split',
  title: 'Undo a merge or split',
  description:
    'Restores the lines of a call from before merge_calls or split_call. A merged call leaves the archive, and the new ' +
    'call of a split is archived. Fails after a later correction of the transcript. Requires the owner of both calls or ' +
    'the admin role.',
  hints: { effect: 'changes', idempotent: false, openWorld: false },
  args: {
    call_id: callId,
    change_id: uuid().describe('ID of the merge or split: `change_id` from merge_calls or split_call.'),
  },
  names: { call_id: 'id', change_id: 'rearrangementId' },
  data: { call_id: z.string(), transcript_version: z.int() },
  present: ({ transcriptVersion }, { call_id }) => ({
    text: 'Undid the change. Parley analyzes the calls again.',
    data: { call_id, transcript_version: transcriptVersion },
  }),
})

export const rearrangementTools: readonly Tool[] = [mergeCalls, splitCall, undoChange]
