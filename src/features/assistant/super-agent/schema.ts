/** Tables of the super agent, and response schemas of sessions. Snake case, as in tools. */
import { z } from 'zod'
import type { Scope } from '../../../core/principal.ts'

declare module '../../../core/db.ts' {
  interface Tables {
    super_agent_sessions: {
      organization_id: string
      id: string
      user_id: string
      title: string
      status: SessionStatus
      last_position: number
      run_id: string
      run_via: 'api_key' | 'oauth' | 'session'
      run_scopes: Scope[]
      run_key_id: string | null
      run_client_id: string | null
      run_steps: number
      created_at: Instant
      updated_at: Instant
    }
    super_agent_messages: {
      organization_id: string
      session_id: string
      position: number
      run_id: string
      step: number
      role: 'user' | 'assistant' | 'tool'
      content: string
      name: string | null
      call_id: string | null
      args: string | null
      state: CallState | null
      erased: boolean
      created_at: Instant
    }
    super_agent_sources: {
      organization_id: string
      session_id: string
      position: number
      conversation_id: string
    }
  }
}

const status = z.enum(['idle', 'processing', 'failed', 'cancelled'])
export type SessionStatus = z.output<typeof status>

const callState = z.enum(['asked', 'running', 'done', 'refused', 'unknown'])
/**
 * State of a tool call. `asked`: not started. `running`: started, outcome not known yet. `done`: completed. `refused`:
 * rejected without effect. `unknown`: interrupted, and the outcome can't be determined.
 */
export type CallState = z.output<typeof callState>

export const TITLE_MAX = 200

export const session = z.object({
  id: z.string(),
  title: z.string(),
  status,
  created_at: z.string(),
  updated_at: z.string(),
})
export type SuperAgentSession = z.output<typeof session>

export const message = z.object({
  role: z.enum(['user', 'assistant', 'tool']),
  text: z.string(),
  tool: z.string().nullable(),
  outcome: callState.nullable(),
  at: z.string(),
})
export type SuperAgentMessage = z.output<typeof message>

export const source = z.object({ call_id: z.string(), title: z.string() })
export type AnswerSource = z.output<typeof source>
