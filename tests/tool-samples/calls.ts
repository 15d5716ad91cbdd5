import { importFor } from '../../src/testing/import-fixtures.ts'
import type { ToolSamplesOf } from './sample.ts'

export const callToolSamples: ToolSamplesOf = async (world, _, conversation) => {
  const ofCall = { call_id: conversation }
  // Other samples add versions to the transcript of the call.
  const corrected = await importFor(world)
  return {
    search_calls: { args: { ...ofCall, query: 'Shall we begin?' } },
    get_call_details: {
      args: {
        ...ofCall,
        include: ['summary', 'participants', 'transcript', 'scorecards', 'insights', 'crm'],
      },
    },
    update_call: { args: { ...ofCall, title: 'Renamed' } },
    list_call_lines: { args: ofCall },
    correct_call_lines: {
      args: { call_id: corrected, transcript_version: 1, segments: [{ segment: 0, text: 'Shall we start?' }] },
    },
    rename_speaker: { args: { ...ofCall, speaker: 'Bob', name: 'Robert' } },
    archive_call: { args: ofCall },
    change_conversation_labels: { args: { ...ofCall, set: { Stage: 'Closing' }, remove: ['Mood'] } },
    label_calls: { args: { call_ids: [conversation], set: { Stage: 'Closing' }, remove: ['Mood'] } },
    import_call: { args: { transcript: 'Bob: Shall we begin?', title: 'Brought in', started_at: '2026-05-04' } },
    ask_assistant: { args: { call_ids: [conversation], prompt: 'Who wants to begin?' } },
    update_linked_crm_records: {
      args: { ...ofCall, opportunity_id: 'deal-1', linked_crm_records: [{ code: 'account', id: 'A-1' }] },
    },
    search: { args: { query: 'Shall we begin?' } },
    fetch: { args: { id: `call:${conversation}` } },
  }
}
