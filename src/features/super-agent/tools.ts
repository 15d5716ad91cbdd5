/** The super agent, for assistants. */
import { z } from 'zod'
import { defineTool, type Tool } from '../../core/tool.ts'
import { idOf } from '../../core/tool-arguments.ts'
import { cell, lines, table } from '../../core/tool-text.ts'
import { cancelSuperAgentProcessing } from './cancel-super-agent-processing.ts'
import { deleteSuperAgentSession } from './delete-super-agent-session.ts'
import { getSuperAgentSessionHistory } from './get-super-agent-session-history.ts'
import { listSuperAgentSessions } from './list-super-agent-sessions.ts'
import { renameSuperAgentSession } from './rename-super-agent-session.ts'
import { type Message, message, session, source } from './schema.ts'
import { sendSuperAgentMessage } from './send-super-agent-message.ts'

const sessionId = idOf('session', 'list_super_agent_sessions')

export const sendTool = (operation: typeof sendSuperAgentMessage): Tool =>
  defineTool(operation, {
    name: 'send_super_agent_message',
    title: 'Ask the super agent',
    description:
      'Gives a task of several steps over the calls to an agent that works with your rights: research over many calls, ' +
      'comparisons, records put in order. It answers within 15 seconds, or says processing: then read ' +
      'get_super_agent_session_history later. It never deletes, sends mail or lets anybody in; it proposes that to you. ' +
      'For one question about calls, ask_assistant is quicker.',
    args: {
      message: operation.input.shape.message.describe('What it is to find out or do.'),
      session_id: sessionId.optional().describe('To go on in a session; without it a new one begins.'),
    },
    data: {
      session_id: z.string(),
      status: z.enum(['answered', 'processing', 'failed', 'cancelled']),
      answer: z.string().nullable(),
      sources: z.array(source),
      steps: z.array(z.string()),
    },
    present: (told) => ({ text: [sentence(told), told.answer, footer(told)].filter(isSaid).join('\n\n'), data: told }),
  })

interface Sent {
  readonly session_id: string
  readonly status: 'answered' | 'processing' | 'failed' | 'cancelled'
  readonly answer: string | null
  readonly steps: readonly string[]
}

function sentence({ status, answer }: Sent): string {
  if (status === 'processing') {
    return 'It is still at work. get_super_agent_session_history tells how far it is; cancel_super_agent_processing ends it.'
  }
  if (status === 'cancelled') return 'The run was cancelled.'
  return answer === null ? 'The answer tells of a call that was erased, or is hidden from you by now.' : ''
}

const footer = ({ session_id, steps }: Sent): string =>
  lines({ Session: session_id, Steps: steps.length === 0 ? undefined : steps.join(', ') })

const isSaid = (part: string | null): part is string => part !== null && part !== ''

export const tools: readonly Tool[] = [
  sendTool(sendSuperAgentMessage),
  defineTool(listSuperAgentSessions, {
    name: 'list_super_agent_sessions',
    title: 'List super agent sessions',
    description: 'Your sessions with the super agent, the one used last first, with their status.',
    args: {},
    paged: { max: 100 },
    data: { sessions: z.array(session) },
    present: ({ data }) => ({
      text: table(
        ['Title', 'Status', 'Used', 'Id'],
        data.map(({ title, status, updated_at, id }) => [title, status, updated_at, id]),
      ),
      data: { sessions: data },
    }),
  }),
  defineTool(getSuperAgentSessionHistory, {
    name: 'get_super_agent_session_history',
    title: 'Read a super agent session',
    description:
      'What was said in one of your sessions, newest first: messages, answers, and each tool it called with what came of ' +
      'it in short. While its status is processing, ask again after some seconds.',
    args: { session_id: sessionId },
    paged: { max: 100 },
    data: { session, messages: z.array(message) },
    present: ({ session: one, data }) => ({
      text: [lines({ Session: one.id, Title: one.title, Status: one.status }), ...data.map(told)].join('\n\n'),
      data: { session: one, messages: data },
    }),
  }),
  defineTool(renameSuperAgentSession, {
    name: 'rename_super_agent_session',
    title: 'Rename a super agent session',
    description: 'Gives one of your sessions another title.',
    args: {
      session_id: sessionId,
      title: renameSuperAgentSession.input.shape.title.describe('New title.'),
    },
    idempotent: true,
    data: session.shape,
    present: (renamed) => ({ text: `Renamed the session to ${cell(renamed.title)}.`, data: renamed }),
  }),
  defineTool(cancelSuperAgentProcessing, {
    name: 'cancel_super_agent_processing',
    title: 'Cancel the super agent',
    description: 'Ends what the super agent is at work on in a session. What it has done by then stays done.',
    args: { session_id: sessionId },
    idempotent: true,
    data: { session_id: z.string(), cancelled: z.boolean() },
    present: (told) => ({
      text: told.cancelled ? 'Cancelled.' : 'It was not at work on anything.',
      data: told,
    }),
  }),
  defineTool(deleteSuperAgentSession, {
    name: 'delete_super_agent_session',
    title: 'Delete a super agent session',
    description: 'Deletes one of your sessions with all that was said in it, and ends what is at work there.',
    args: { session_id: sessionId },
    destructive: true,
    data: { session_id: z.string() },
    present: (told) => ({ text: 'Deleted the session.', data: told }),
  }),
]

/** What tools said stands on one line, as what it is. */
function told({ role, text, tool, outcome, at }: Message): string {
  if (role !== 'tool') return `**${role === 'user' ? 'You' : 'Agent'}** (${at}):\n${text}`
  return `- ${at} ${tool}: ${outcome}${text === '' ? '' : ` — ${cell(text)}`}`
}
