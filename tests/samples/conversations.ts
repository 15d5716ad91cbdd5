import { call } from '../../src/testing/call.ts'
import { fileForm } from '../../src/testing/file-form.ts'
import { importFor } from '../../src/testing/import-fixtures.ts'
import type { World } from '../../src/testing/world.ts'
import { zipArchive } from '../../src/testing/zip-archive.ts'
import type { Samples, SamplesOf } from './sample.ts'

/** Calls of their own, because other samples change owner, team and privacy of the shared one. */
async function rearrangedCalls(world: World, isPrivate: boolean): Promise<Samples> {
  const spoken = (...texts: string[]) => ({
    private: isPrivate,
    transcript: { segments: texts.map((text, at) => ({ speaker: 'Bob', text, start: at * 2, end: at * 2 + 1 })) },
  })
  const [first, second, third] = await Promise.all([
    importFor(world, spoken('Hello again.')),
    importFor(world, spoken('We were cut off.', 'Where were we?')),
    importFor(world, spoken('Goodbye.', 'Next call.')),
  ])
  const split = await call(world.app, world.org, 'POST', `/conversations/${third}/split`, { body: { atSeconds: 2 } })
  return {
    mergeConversations: { path: { id: first }, body: { conversationUUID: second } },
    splitConversation: { path: { id: second }, body: { atSeconds: 2 } },
    undoRearrangement: { path: { id: third, rearrangementId: split.body.uuid } },
  }
}

/** A call of its own with a renamed speaker, because other samples add versions to the shared one. */
async function versionedCall(world: World, isPrivate: boolean): Promise<Samples> {
  const id = await importFor(world, {
    private: isPrivate,
    transcript: {
      segments: [
        { speaker: 'Speaker 1', text: 'Shall we begin with the renewal?', start: 0, end: 2.5 },
        { speaker: 'Ann', text: 'Yes. What does a seat cost?', start: 3, end: 5 },
      ],
    },
  })
  const speakers = [{ from: 'Speaker 1', to: 'Anne' }]
  await call(world.app, world.org, 'PATCH', `/conversations/${id}/transcript`, { body: { speakers } })
  return {
    listTranscriptVersions: { path: { id } },
    getTranscriptVersion: { path: { id, version: '1' } },
    listTranscriptVersionChanges: { path: { id, version: '2' } },
    restoreTranscriptVersion: { path: { id, version: '1' }, body: { transcriptVersion: 2 } },
  }
}

export const conversationSamples: SamplesOf = async (world, conversation, externalId) => {
  // A stored response that is derived from the conversation.
  await call(world.app, world.org, 'POST', `/conversations/${conversation}/restore`, {
    headers: { 'idempotency-key': `restored-${conversation}` },
  })
  const { body } = await call(world.app, world.org, 'GET', `/conversations/${conversation}`)
  const rearranged = await rearrangedCalls(world, body.attributes.private)
  const ofConversation = { path: { id: conversation } }
  return {
    listConversations: {},
    listConversationBriefs: {},
    listConversationsOptimized: {},
    importConversation: {
      body: {
        conversationTitle: 'Initech: renewal',
        startedAt: '2026-03-11T15:00:00Z',
        participants: [{ name: 'Ann', email: 'ann@customer.example' }],
        transcript: {
          segments: [
            { speaker: 'Bob', text: 'Shall we begin with the renewal?', start: 0, end: 2.5 },
            { speaker: 'Ann', text: 'Yes. What does a seat cost?', start: 3, end: 5 },
          ],
        },
      },
    },
    importArchive: fileForm(
      'calls.zip',
      zipArchive([{ name: 'Kickoff.txt', content: `Bob: Shall we begin?\nAnn: Yes.\n` }]),
    ),
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
    getTranscript: ofConversation,
    updateTranscript: { ...ofConversation, body: { speakers: [{ from: 'Bob', to: 'Robert' }] } },
    exportConversation: ofConversation,
    exportConversations: {},
    ...rearranged,
    listRearrangements: ofConversation,
    updateConversationStart: { ...ofConversation, body: { startedAt: '2026-03-10T10:00:00Z' } },
    updateConversationOwner: { ...ofConversation, body: { userUUID: world.bob.userId } },
    updateConversationParticipants: {
      ...ofConversation,
      body: { participants: [{ name: 'Ann', email: 'ann@customer.example', internal: false }] },
    },
    updateConversationTeam: { ...ofConversation, body: { teamUUID: world.teams.north } },
    restoreConversation: ofConversation,
    ...(await versionedCall(world, body.attributes.private)),
    listLinkedCrmRecords: ofConversation,
    replaceLinkedCrmRecords: {
      ...ofConversation,
      body: { opportunity_id: 'deal-1', linked_crm_records: [{ code: 'account', id: 'A-1' }] },
    },
  }
}
