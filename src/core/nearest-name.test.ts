import { expect, it } from 'vitest'
import { findNearestName } from './nearest-name.ts'

const NAMES = ['call_id', 'query', 'from', 'to', 'owner_id', 'limit', 'participant_email', 'started_at']

it.each([
  ['limt', 'limit'],
  ['Limit', 'limit'],
  ['callId', 'call_id'],
  ['conversation_id', 'call_id'],
  ['conversationUUID', 'call_id'],
  ['owner', 'owner_id'],
  ['user_id', 'owner_id'],
  ['since', 'from'],
  ['page_size', 'limit'],
  ['participantEmails', 'participant_email'],
  ['email', 'participant_email'],
  ['startedAt', 'started_at'],
])('%s is near %s', (name, wanted) => {
  expect(findNearestName(name, NAMES)).toBe(wanted)
})

it('is the ID that the operation is about for a bare ID', () => {
  expect(findNearestName('id', NAMES)).toBe('call_id')
})

it('finds a tool by its noun', () => {
  const tools = ['get_me', 'search_calls', 'list_labels', 'delete_label']
  expect(findNearestName('list_calls', tools)).toBe('search_calls')
  expect(findNearestName('searchCalls', tools)).toBe('search_calls')
})

it.each(['zeppelin', '', '___', 'no_such_argument', 'x'])('nothing is near %s', (name) => {
  expect(findNearestName(name, NAMES)).toBeUndefined()
})

it('suggests a filter for its plain name', () => {
  expect(findNearestName('updatedSince', ['page', 'size', 'filter[updatedSince]'])).toBe('filter[updatedSince]')
  expect(findNearestName('teamId', ['filter[team.id]', 'filter[title]'])).toBe('filter[team.id]')
})
