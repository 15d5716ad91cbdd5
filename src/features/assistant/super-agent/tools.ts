/** Tools for the super agent. */
import { z } from 'zod'
import { defineTool, type Tool } from '../../../core/tool.ts'
import { idArgument } from '../../../core/tool-arguments.ts'
import { cell, lines, table } from '../../../core/tool-text.ts'
import { cancelSuperAgentProcessing } from './cancel-super-agent-processing.ts'
import { deleteSuperAgentSession } from './delete-super-agent-session.ts'
import { getSuperAgentSessionHistory } from './get-super-agent-session-history.ts'
import { listSuperAgentSessions } from './list-super-agent-sessions.ts'
import { renameSuperAgentSession } from './rename-super-agent-session.ts'
import { message, type SuperAgentMessage, session, source } from './schema.ts'
import { sendSuperAgentMessage } from './send-super-agent-message.ts'

const sessionId = idArgument('session', 'list_super_agent_sessions')

export const sendTool = (operation: typeof sendSuperAgentMessage): Tool =>
  defineTool(operation, {
    name: 'send_super_agent_message',
    title: 'Ask the super agent',
    hints: { effect: 'changes', idempotent: false, openWorld: false },
    description:
      'Sends a task with several steps, such as research over many calls, to an agent with your permissions. Returns the ' +
      'answer within 15 seconds, or status processing: then call get_super_agent_session_history later. The agent only ' +
      'proposes deleting, sending email or granting access. For one question, ask_assistant is faster.',
    args: {
      message: operation.input.shape.message.describe(
        'Task or question. Example: Compare objections in the last five renewals.',
      ),
      session_id: sessionId
        .optional()
        .describe('ID of a session to continue, from list_super_agent_sessions. Defaults to a new session.'),
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
    return 'The agent is still working. Check progress with get_super_agent_session_history, or cancel with cancel_super_agent_processing.'
  }
  if (status === 'cancelled') return 'The run was cancelled.'
  return answer === null ? 'The answer refers to a call that was erased or that you can no longer access.' : ''
}

const footer = ({ session_id, steps }: Sent): string =>
  lines({ Session: session_id, Steps: steps.length === 0 ? undefined : steps.join(', ') })

const isSaid = (part: string | null): part is string => part !== null && part !== ''

export const tools: readonly Tool[] = [
  sendTool(sendSuperAgentMessage),
  defineTool(listSuperAgentSessions, {
    name: 'list_super_agent_sessions',
    title: 'List super agent sessions',
    description: 'Lists your sessions with the super agent and their status, the most recently used first.',
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
    title: 'Get session history',
    description:
      'Returns the messages, answers and tool calls of one of your sessions, newest first; tool results are shortened. While ' +
      'the status is processing, call it again after a few seconds.',
    args: { session_id: sessionId },
    paged: { max: 100 },
    data: { session, messages: z.array(message) },
    present: ({ session: one, data }) => ({
      text: [lines({ Session: one.id, Title: one.title, Status: one.status }), ...data.map(formatMessage)].join('\n\n'),
      data: { session: one, messages: data },
    }),
  }),
  defineTool(renameSuperAgentSession, {
    name: 'rename_super_agent_session',
    title: 'Rename a super agent session',
    hints: { effect: 'changes', idempotent: true, openWorld: false },
    description: 'Changes the title of one of your super agent sessions.',
    args: {
      session_id: sessionId,
      title: renameSuperAgentSession.input.shape.title.describe('New title of the session. Example: `Set up teams`.'),
    },
    data: session.shape,
    present: (renamed) => ({ text: `Renamed the session to ${cell(renamed.title)}.`, data: renamed }),
  }),
  defineTool(cancelSuperAgentProcessing, {
    name: 'cancel_super_agent_processing',
    title: 'Cancel the super agent',
    hints: { effect: 'changes', idempotent: true, openWorld: false },
    description: 'Cancels the current run of a session. Completed tool calls aren’t undone.',
    args: { session_id: sessionId },
    data: { session_id: z.string(), cancelled: z.boolean() },
    present: (told) => ({
      text: told.cancelled ? 'Cancelled.' : 'The session has no active run.',
      data: told,
    }),
  }),
  defineTool(deleteSuperAgentSession, {
    name: 'delete_super_agent_session',
    title: 'Delete a super agent session',
    hints: { effect: 'removes', idempotent: true, openWorld: false },
    description: 'Deletes one of your sessions with all its messages permanently, and cancels its current run.',
    args: { session_id: sessionId },
    data: { session_id: z.string() },
    present: (told) => ({ text: 'Deleted the session.', data: told }),
  }),
]

/** Formats a message. Results of tools are on one line, marked as such. */
function formatMessage({ role, text, tool, outcome, at }: SuperAgentMessage): string {
  if (role !== 'tool') return `**${role === 'user' ? 'You' : 'Agent'}** (${at}):\n${text}`
  return `- ${at} ${tool}: ${outcome}${text === '' ? '' : ` — ${cell(text)}`}`
}
