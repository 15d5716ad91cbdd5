/** Operations of the node: a table, from which the form and the requests follow. */

export interface Field {
  /** Name in the request; for fields of the path, the name between braces. */
  readonly name: string
  readonly label: string
  readonly description: string
  readonly in: 'path' | 'query' | 'body'
  /** `list`: comma-separated text, sent as an array in a body. Defaults to `string`. */
  readonly type?: 'string' | 'number' | 'boolean' | 'json' | 'list' | 'dateTime'
  /** Allowed values, the first of which is the default. */
  readonly options?: readonly string[]
  readonly isRequired?: true
}

export interface Operation {
  readonly resource: string
  readonly value: string
  readonly name: string
  readonly action: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly fields: readonly Field[]
  /** Whether the operation is a list with pages, so that the form offers **Return All**. */
  readonly isList?: true
}

const conversationId: Field = {
  name: 'id',
  label: 'Conversation ID',
  description: 'ID of the conversation',
  in: 'path',
  isRequired: true,
}
const query = (name: string, label: string, description: string, type: Field['type'] = 'string'): Field => ({
  ...{ name, label, description, type },
  in: 'query',
})
const body = (name: string, label: string, description: string, type: Field['type'] = 'string'): Field => ({
  ...{ name, label, description, type },
  in: 'body',
})
const required = (field: Field): Field => ({ ...field, isRequired: true })

const period = [
  query('fromDateTime', 'From', 'Earliest start time', 'dateTime'),
  query('toDateTime', 'To', 'Latest start time', 'dateTime'),
]

export const OPERATIONS: readonly Operation[] = [
  {
    ...{ resource: 'conversation', value: 'import', name: 'Import', action: 'Import a conversation' },
    ...{ method: 'POST', path: '/conversations/import' },
    fields: [
      required(body('transcript', 'Transcript', 'Transcript as WebVTT, SRT, vCon, JSON or lines such as Ana: Hello')),
      body('title', 'Title', 'Title of the conversation'),
      body('startedAt', 'Started At', 'When the conversation started', 'dateTime'),
      body('userEmail', 'Owner Email', 'Email address of the owner'),
      body('applicationName', 'Application', 'Name of the importing application'),
      body('applicationExternalID', 'External ID', 'ID in that application. A repeated import changes nothing'),
      body('participants', 'Participants', 'JSON list of objects with name and email', 'json'),
      body('labels', 'Labels', 'JSON object of options by category', 'json'),
    ],
  },
  {
    ...{ resource: 'conversation', value: 'get', name: 'Get', action: 'Get a conversation' },
    ...{ method: 'GET', path: '/conversations/{id}' },
    fields: [conversationId, query('withIntelligenceItems', 'With Fields', 'Whether to add all fields', 'boolean')],
  },
  {
    ...{ resource: 'conversation', value: 'getMany', name: 'Get Many', action: 'Get many conversations' },
    ...{ method: 'GET', path: '/conversations/briefs', isList: true },
    fields: [
      ...period,
      query('filter[updatedSince]', 'Updated Since', 'Earliest time of the last change', 'dateTime'),
      query('filter[title]', 'Title', 'Text that the title contains'),
      query('filter[owner.email]', 'Owner Emails', 'Comma-separated email addresses', 'list'),
      query('filter[participants.email]', 'Participant Emails', 'Comma-separated email addresses', 'list'),
    ],
  },
  {
    ...{ resource: 'conversation', value: 'search', name: 'Search', action: 'Search conversations' },
    ...{ method: 'GET', path: '/search', isList: true },
    fields: [required(query('q', 'Query', 'Words or a question')), ...period],
  },
  {
    ...{ resource: 'conversation', value: 'rename', name: 'Rename', action: 'Rename a conversation' },
    ...{ method: 'PUT', path: '/conversations/{id}/title' },
    fields: [conversationId, required(body('title', 'Title', 'New title'))],
  },
  {
    ...{ resource: 'conversation', value: 'setLabels', name: 'Set Labels', action: 'Replace the labels' },
    ...{ method: 'PUT', path: '/conversations/{id}/labels' },
    fields: [conversationId, required(body('labels', 'Labels', 'JSON object of options by category', 'json'))],
  },
  {
    ...{ resource: 'conversation', value: 'archive', name: 'Archive', action: 'Archive a conversation' },
    ...{ method: 'DELETE', path: '/conversations/{id}' },
    fields: [conversationId],
  },
  {
    ...{ resource: 'conversation', value: 'getSummary', name: 'Get Summary', action: 'Get the summary' },
    ...{ method: 'GET', path: '/conversations/{id}/summary' },
    fields: [conversationId],
  },
  {
    ...{ resource: 'conversation', value: 'getTranscript', name: 'Get Transcript', action: 'Get the transcript' },
    ...{ method: 'GET', path: '/conversations/{id}/transcript', isList: true },
    fields: [conversationId, query('q', 'Text', 'Text that the lines contain')],
  },
  {
    ...{ resource: 'fieldValue', value: 'getMany', name: 'Get Many', action: 'Get field values' },
    ...{ method: 'GET', path: '/conversations/{id}/field-values', isList: true },
    fields: [conversationId],
  },
  {
    ...{ resource: 'fieldValue', value: 'confirm', name: 'Confirm', action: 'Confirm field values' },
    ...{ method: 'POST', path: '/conversations/{id}/crm/confirm' },
    fields: [
      conversationId,
      required(body('intelligence', 'Values', 'JSON list of objects with key or id, and value to correct it', 'json')),
    ],
  },
  {
    ...{ resource: 'score', value: 'getMany', name: 'Get Many', action: 'Get scores of a conversation' },
    ...{ method: 'GET', path: '/conversations/{id}/scorecard-results', isList: true },
    fields: [conversationId],
  },
  {
    ...{ resource: 'answer', value: 'ask', name: 'Ask', action: 'Ask a question about conversations' },
    ...{ method: 'POST', path: '/ask_assistant/v2' },
    fields: [
      required(body('prompt', 'Question', 'Question about conversations')),
      body('conversation_ids', 'Conversation IDs', 'Comma-separated IDs to answer from', 'list'),
      body('fromDateTime', 'From', 'Earliest start time', 'dateTime'),
      body('toDateTime', 'To', 'Latest start time', 'dateTime'),
    ],
  },
  {
    ...{ resource: 'action', value: 'getMany', name: 'Get Many', action: 'Get suggested actions' },
    ...{ method: 'GET', path: '/actions', isList: true },
    fields: [query('status', 'Statuses', 'Comma-separated: pending, drafted, sent, dismissed, expired', 'list')],
  },
  {
    ...{ resource: 'action', value: 'dismiss', name: 'Dismiss', action: 'Dismiss an action' },
    ...{ method: 'POST', path: '/actions/{action_uuid}/dismiss' },
    fields: [{ ...conversationId, name: 'action_uuid', label: 'Action ID', description: 'ID of the action' }],
  },
  {
    ...{ resource: 'comment', value: 'create', name: 'Create', action: 'Comment on a conversation' },
    ...{ method: 'POST', path: '/conversations/{id}/comments' },
    fields: [
      conversationId,
      required(body('text', 'Text', 'Text of the comment')),
      body('private', 'Private', 'Whether only the author sees the comment', 'boolean'),
    ],
  },
  {
    ...{ resource: 'crmRecord', value: 'upsert', name: 'Create or Update', action: 'Store a CRM record' },
    ...{ method: 'PUT', path: '/crm-records/{code}/{id}' },
    fields: [
      {
        ...{ name: 'code', label: 'Type', description: 'Type of the record', in: 'path', isRequired: true },
        options: ['companies', 'contacts', 'deals', 'owners', 'users', 'account', 'contact', 'opportunity', 'user'],
      },
      { ...conversationId, label: 'Record ID', description: 'ID of the record in the CRM' },
      required(body('fields', 'Fields', 'JSON object with all fields of the record', 'json')),
    ],
  },
  {
    ...{ resource: 'user', value: 'getMany', name: 'Get Many', action: 'Get users' },
    ...{ method: 'GET', path: '/organizations/users' },
    fields: [query('includeDeactivated', 'Include Deactivated', 'Whether to include deactivated users', 'boolean')],
  },
  {
    ...{ resource: 'team', value: 'getMany', name: 'Get Many', action: 'Get teams' },
    ...{ method: 'GET', path: '/organizations/teams', isList: true },
    fields: [],
  },
  {
    ...{ resource: 'report', value: 'get', name: 'Get', action: 'Get the report of the organization' },
    ...{ method: 'GET', path: '/organizations/report' },
    fields: [
      query('from', 'From', 'Earliest start time', 'dateTime'),
      query('to', 'To', 'Latest start time', 'dateTime'),
      query('period', 'Period', 'Interval of figures over time: week or month'),
    ],
  },
]

/** Labels of resources in the form. */
export const RESOURCES: Readonly<Record<string, string>> = {
  action: 'Suggested Action',
  answer: 'Answer',
  comment: 'Comment',
  conversation: 'Conversation',
  crmRecord: 'CRM Record',
  fieldValue: 'Field Value',
  report: 'Report',
  score: 'Score',
  team: 'Team',
  user: 'User',
}

/** Types of events that the trigger offers. */
export const EVENT_TYPES = [
  'conversation.analyzed',
  'conversation.imported',
  'conversation.failed',
  'conversation.labels_changed',
  'conversation.fields_confirmed',
  'conversation.fields_rejected',
  'conversation.updated',
  'conversation.redacted',
  'conversation.archived',
  'conversation.restored',
  'conversation.erased',
  'crm_export.finished',
  'insight.finished',
  'scorecard_result.created',
  'scorecard_result.updated',
  'scorecard_result.deleted',
  'action.created',
  'action.updated',
  'action.dismissed',
  'action.deleted',
  'snippet.created',
  'deck.created',
  'task.created',
  'task.updated',
  'task.completed',
  'task.reopened',
  'target.created',
  'target.updated',
  'target.deleted',
  'comment.created',
  'comment.updated',
  'comment.deleted',
  'comment.resolved',
  'comment.reopened',
  'coaching_assignment.created',
  'coaching_assignment.updated',
  'coaching_assignment.answered',
  'coaching_assignment.completed',
  'coaching_assignment.reopened',
  'coaching_assignment.deleted',
  'user.created',
  'user.updated',
  'user.activated',
  'user.deactivated',
  'user.erased',
  'team.created',
  'team.updated',
  'team.archived',
  'team.restored',
  'team.members_changed',
]
