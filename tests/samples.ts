/** A valid request for every operation, so that laws can walk the whole catalog. A new operation adds its line here. */

import { call } from '../src/testing/call.ts'
import type { World } from '../src/testing/world.ts'

export interface Sample {
  /** Values for the placeholders of the path. */
  readonly path?: Record<string, string>
  readonly query?: Record<string, string>
  readonly body?: unknown
  /** The path names a thing by words its sender chose: for another organization it is simply another thing. */
  readonly makesItsOwn?: true
}

export type Samples = Record<string, Sample>

export async function samplesOf(world: World, conversation: string, externalId: string): Promise<Samples> {
  const record = { fields: { name: 'Initech' } }
  await call(world.app, world.org, 'PUT', '/crm-records/account/A-1', { body: record })
  const ofConversation = { path: { id: conversation } }
  return {
    listConversations: {},
    listConversationsOptimized: {},
    importConversation: { body: { transcript: { segments: [{ speaker: 'Bob', text: 'Hello.' }] } } },
    getConversation: ofConversation,
    getConversationByExternalId: { path: { externalId } },
    deleteConversation: ofConversation,
    updateConversationTitle: { ...ofConversation, body: { title: 'Renamed' } },
    updateConversationLabels: { ...ofConversation, body: { labels: { Stage: 'Closing' } } },
    updateConversationPrivacy: { ...ofConversation, body: { private: true } },
    correctTranscript: {
      ...ofConversation,
      body: { transcript: { segments: [{ speaker: 'Bob', text: 'Good morning.' }] } },
    },
    exportConversation: ofConversation,
    putCrmRecord: { path: { code: 'account', id: 'A-1' }, body: record, makesItsOwn: true },
    putCrmRecords: { body: { records: [{ code: 'account', id: 'A-2', ...record }] } },
    getCrmRecord: { path: { code: 'account', id: 'A-1' } },
    listOrganizationUsers: {},
  }
}

export const pathOf = (template: string, sample: Sample): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(sample.path?.[name] ?? `no sample for ${name}`),
  )
